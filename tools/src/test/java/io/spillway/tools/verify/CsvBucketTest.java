package io.spillway.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.CsvOptions;
import io.spillway.schema.SchemaFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buckets of CSV, whose options their owner file has. */
class CsvBucketTest {
  private static final String TABLE = "shop/lines/1000";
  private static final String GOOD = "I|lines|shop|1001|1|a\\nb";

  @TempDir Path dir;

  /** A bucket with one more table, whose file has these records. */
  private BucketFixture bucket(String form, String... records) {
    BucketFixture bucket = BucketFixture.good(dir.resolve("bucket"));
    String owner =
        "{\"pipeline\":\"shop\",\"lineage\":\"l\",\"files\":\".csv\",\"form\":\"%s\"}"
            .formatted(form.replace("\\", "\\\\").replace("\"", "\\\""));
    bucket.write("_spillway/owner.json", owner);
    bucket.write("_spillway/last-plan.json", "{\"number\":1}");
    bucket.schema(
        new SchemaFile(BucketFixture.structure("lines", BucketFixture.columns()), 1000, "", 0));
    bucket.rows(TABLE + "/CDC000001.csv", records);
    bucket.write(TABLE + "/meta/CDC.index", "CDC000001.csv\n");
    return bucket;
  }

  private static String form(boolean commitTs, boolean header) {
    return new CsvOptions(
            "|",
            "",
            "\\N",
            commitTs,
            CsvOptions.Binary.HEX,
            false,
            header,
            CsvOptions.Terminator.CRLF)
        .text();
  }

  @Test
  void recordsAreReadByTheOptionsOfTheOwnerFile() throws IOException {
    VerifyReport report =
        bucket(form(true, true), "ticdc-meta$operation|...", GOOD, GOOD.replace("1001", "1002"))
            .verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.strays()).isEmpty();
    assertThat(report.rows()).isEqualTo(new VerifyReport.Rows(13, 901, 2700, 1, 0, true));
  }

  @Test
  void copiesAreCountedByTimeAndKey() throws IOException {
    VerifyReport report = bucket(form(true, false), GOOD, GOOD).verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().duplicates()).isEqualTo(1);
  }

  @Test
  void withoutCommitTimestampsOrderAndCopiesAreNotJudged() throws IOException {
    String row = "I|lines|shop|1|\\N";
    VerifyReport report = bucket(form(false, false), row, row).verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows()).isEqualTo(new VerifyReport.Rows(13, 901, 2700, 1, 0, true));
  }

  @ParameterizedTest
  @CsvSource({
    "I|lines|shop|1001|1, ROW_CONTENT",
    "I|lines|shop|1001|1|a|b, ROW_CONTENT",
    "X|lines|shop|1001|1|a, ROW_CONTENT",
    "I|lines|shop|now|1|a, ROW_CONTENT",
    "I|lines, ROW_CONTENT",
    "I|orders|shop|1001|1|a, ROW_TABLE",
    "I|lines|shop|1000|1|a, ROW_BEFORE_VERSION",
  })
  void whatIsNoRecordOfItsTableIsAFault(String record, FaultKind fault) throws IOException {
    VerifyReport report = bucket(form(true, false), record).verify(false);
    assertThat(report.faultCounts()).as("%s", report.faults()).isEqualTo(Map.of(fault, 1L));
  }

  @Test
  void aFileThatIsCutOffIsAFault() throws IOException {
    BucketFixture bucket = bucket(form(true, false), GOOD);
    bucket.write(TABLE + "/CDC000001.csv", GOOD + "\r\n" + GOOD);
    assertThat(bucket.verify(false).faultCounts()).isEqualTo(Map.of(FaultKind.FILE_END, 1L));
  }
}
