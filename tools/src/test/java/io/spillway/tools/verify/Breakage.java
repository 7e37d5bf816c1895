package io.spillway.tools.verify;

import static io.spillway.tools.verify.BucketFixture.ALTERED;
import static io.spillway.tools.verify.BucketFixture.CHECKPOINT_TS;
import static io.spillway.tools.verify.BucketFixture.DAY;
import static io.spillway.tools.verify.BucketFixture.ITEMS;
import static io.spillway.tools.verify.BucketFixture.V1;
import static io.spillway.tools.verify.BucketFixture.V2;
import static io.spillway.tools.verify.BucketFixture.row;
import static io.spillway.tools.verify.BucketFixture.schemaOfV1;
import static io.spillway.tools.verify.BucketFixture.schemaOfV2;

import io.spillway.schema.SchemaFile;
import java.util.function.Consumer;

/** One way to break the bucket of {@link BucketFixture}, and the one fault that follows. */
enum Breakage {
  NO_METADATA(FaultKind.METADATA_MISSING, b -> b.delete("metadata")),
  EMPTY_METADATA(FaultKind.METADATA_CONTENT, b -> b.write("metadata", "")),
  METADATA_OF_A_STRING(
      FaultKind.METADATA_CONTENT, b -> b.write("metadata", "{\"checkpoint-ts\":\"5\"}")),

  NO_SCHEMA_FILE(FaultKind.SCHEMA_MISSING, b -> b.delete(schemaOfV2())),
  CUT_SCHEMA_FILE(
      FaultKind.SCHEMA_CONTENT, b -> b.edit(schemaOfV1(), "\"TableColumnsTotal\": 2\n}", "")),
  COLUMN_CHANGED(FaultKind.SCHEMA_CHECKSUM, b -> b.edit(schemaOfV1(), "\"64\"", "\"65\"")),
  VERSION_CHANGED(
      FaultKind.SCHEMA_VERSION,
      b -> b.edit(schemaOfV1(), "\"TableVersion\": 1000", "\"TableVersion\": 1001")),
  SCHEMA_FILE_OF_ANOTHER_TABLE(FaultKind.SCHEMA_TABLE, Breakage::misplaceSchema),
  SCHEMA_FILE_WITH_LINE_END(
      FaultKind.SCHEMA_BYTES, b -> b.write(schemaOfV1(), b.read(schemaOfV1()) + "\n")),
  SCHEMA_FILE_WITH_TABS(FaultKind.SCHEMA_BYTES, b -> b.edit(schemaOfV1(), "    ", "\t")),

  NO_INDEX(FaultKind.INDEX_MISSING, b -> b.delete(DAY + "/meta/CDC.index")),
  INDEX_WITHOUT_LINE_FEED(
      FaultKind.INDEX_CONTENT, b -> b.write(DAY + "/meta/CDC.index", "CDC000002.json")),
  INDEX_OF_ANOTHER_DISPATCHER(
      FaultKind.INDEX_CONTENT,
      b -> b.write(ITEMS + "/meta/CDC_12345.index", "CDC_678_000001.json\n")),
  INDEX_AHEAD(FaultKind.INDEX_DANGLING, b -> b.write(DAY + "/meta/CDC.index", "CDC000003.json\n")),
  INDEX_WITHOUT_DATA(
      FaultKind.INDEX_DANGLING,
      b -> b.write("shop/orders/1000/2026-01-17/meta/CDC.index", "CDC000001.json\n")),
  INDEX_BEHIND(FaultKind.INDEX_BEHIND, b -> b.write(DAY + "/meta/CDC.index", "CDC000001.json\n")),

  INDEX_BEHIND_PROGRESS(
      FaultKind.INDEX_BEHIND,
      b -> b.rows(ALTERED + "/CDC000002.json", row("orders", CHECKPOINT_TS + 300, 31))),
  NO_INDEX_YET(
      FaultKind.INDEX_MISSING,
      b -> b.rows(ITEMS + "/CDC_9_000001.json", row("items", CHECKPOINT_TS + 1, 31))),
  INDEX_BEHIND_CHECKPOINT(
      FaultKind.INDEX_MISSING,
      b -> b.rows(ITEMS + "/CDC_9_000001.json", row("items", CHECKPOINT_TS, 31))),

  HOLE(FaultKind.NUMBER_GAP, Breakage::hole),
  FROM_TWO_ON(FaultKind.NUMBER_GAP, b -> b.delete(DAY + "/CDC000001.json")),
  NUMBER_ZERO(FaultKind.NUMBER_GAP, b -> b.rows(DAY + "/CDC000000.json", row("orders", 1001, 20))),
  TWO_WIDTHS(
      FaultKind.NUMBER_TWICE,
      b -> b.write(DAY + "/CDC0000001.json", b.read(DAY + "/CDC000001.json"))),

  CUT_FILE(FaultKind.FILE_END, b -> b.edit(DAY + "/CDC000002.json", "1500}}\r\n", "15")),
  EMPTY_FILE(FaultKind.FILE_END, b -> b.write(DAY + "/CDC000002.json", "")),

  NOT_JSON(FaultKind.ROW_CONTENT, b -> b.edit(DAY + "/CDC000001.json", "[\"id\"]", "[id]")),
  NOT_AN_OBJECT(FaultKind.ROW_CONTENT, b -> append(b, "[1]")),
  TWO_OBJECTS_IN_A_LINE(
      FaultKind.ROW_CONTENT, b -> append(b, row("orders", 1500, 21) + row("orders", 1500, 22))),
  BLANK_LINE(FaultKind.ROW_CONTENT, b -> append(b, "")),
  NO_COMMIT_TS(
      FaultKind.ROW_CONTENT, b -> b.edit(DAY + "/CDC000001.json", "{\"commitTs\":1001}", "{}")),
  NO_DATA(
      FaultKind.ROW_CONTENT, b -> b.edit(ITEMS + "/CDC_12345_000001.json", "\"data\"", "\"d\"")),

  DDL_AMONG_ROWS(FaultKind.ROW_CONTROL, b -> append(b, ddl())),
  WATERMARK_AMONG_ROWS(FaultKind.ROW_CONTROL, b -> append(b, watermark())),

  ROW_OF_ANOTHER_TABLE(FaultKind.ROW_TABLE, b -> append(b, row("items", 1500, 23))),
  ROW_OF_ANOTHER_DATABASE(
      FaultKind.ROW_TABLE, b -> append(b, row("orders", 1500, 23).replace("shop", "show"))),

  ROW_GOES_BACK(FaultKind.ROW_ORDER, b -> append(b, row("orders", 1499, 24))),
  FILE_GOES_BACK(FaultKind.ROW_ORDER, Breakage::swapFiles),
  ROW_AT_ITS_VERSION(
      FaultKind.ROW_BEFORE_VERSION,
      b -> b.rows(ALTERED + "/CDC000001.json", row("orders", V2, 6), row("orders", 2700, 8))),
  ROW_BEFORE_ITS_VERSION(
      FaultKind.ROW_BEFORE_VERSION, b -> b.rows(DAY + "/CDC000001.json", row("orders", V1 - 1, 1))),
  ROW_AFTER_THE_DDL(FaultKind.ROW_AFTER_DDL, b -> append(b, row("orders", V2 + 1, 25)));

  final FaultKind fault;
  final Consumer<BucketFixture> breaker;

  Breakage(FaultKind fault, Consumer<BucketFixture> breaker) {
    this.fault = fault;
    this.breaker = breaker;
  }

  /** Whether the state is one that a bucket beside a running job may be in. */
  boolean isLegalWhenLive() {
    return this == NO_METADATA || this == INDEX_BEHIND_PROGRESS || this == NO_INDEX_YET;
  }

  private static void append(BucketFixture bucket, String line) {
    String last = DAY + "/CDC000002.json";
    bucket.write(last, bucket.read(last) + line + "\r\n");
  }

  private static void hole(BucketFixture bucket) {
    bucket.move(DAY + "/CDC000002.json", DAY + "/CDC000003.json");
    bucket.write(DAY + "/meta/CDC.index", "CDC000003.json\n");
  }

  private static void swapFiles(BucketFixture bucket) {
    bucket.rows(DAY + "/CDC000001.json", row("orders", 1500, 4));
    bucket.rows(DAY + "/CDC000002.json", row("orders", 1001, 3), row("orders", 1001, 2));
  }

  private static void misplaceSchema(BucketFixture bucket) {
    SchemaFile orders = new SchemaFile(BucketFixture.orders(), 900, "", 0);
    bucket.schema(orders);
    bucket.move(BucketFixture.schemaPath(orders), "shop/items/meta/" + orders.name());
  }

  private static String ddl() {
    return "{\"id\":0,\"database\":\"shop\",\"table\":\"orders\",\"isDdl\":true,\"type\":\"ALTER\","
        + "\"sql\":\"ALTER TABLE t\",\"data\":null,\"_tidb\":{\"commitTs\":1500}}";
  }

  private static String watermark() {
    return "{\"id\":0,\"database\":\"shop\",\"table\":\"orders\",\"isDdl\":false,"
        + "\"type\":\"TIDB_WATERMARK\",\"data\":null,\"_tidb\":{\"commitTs\":1500,"
        + "\"watermarkTs\":1500}}";
  }
}
