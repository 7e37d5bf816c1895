package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.document.DocumentConfig.IndexCase;
import io.spillway.search.document.DocumentConfig.Naming;
import io.spillway.search.document.DocumentConfig.WithoutKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No row of one table is ever at the place of another table's. */
class OneToOneNamesTest {
  private static DocumentConfig config(String index, String id, Naming naming) {
    DocumentConfig d = DocumentConfig.DEFAULT;
    return new DocumentConfig(
        NameTemplate.parse(index),
        NameTemplate.parse(id),
        d.versioning(),
        d.longIds(),
        d.values(),
        d.maxBytes(),
        naming);
  }

  private static Document of(DocumentConfig config, CanalJson row) throws RefusedRowException {
    List<Document> documents = new RowDocuments(config).of(row.bytes(), 1);
    return documents.get(documents.size() - 1);
  }

  private static String index(String schema, String table) throws RefusedRowException {
    CanalJson row = CanalJson.row("INSERT", schema, table).key("id", "bigint", "1");
    return of(DocumentConfig.DEFAULT, row).index();
  }

  private static String id(String tenant, String id) throws RefusedRowException {
    CanalJson row =
        CanalJson.row("INSERT").column("tenant", "varchar", tenant).column("id", "varchar", id);
    return of(config("{schema}.{table}", "{tenant}-{id}", Naming.DEFAULT), row).id();
  }

  @Test
  void tablesThatDifferOnlyInCaseHaveIndicesOfTheirOwn() throws Exception {
    assertThat(index("shop", "orders")).isEqualTo("shop.orders");
    assertThat(index("shop", "Orders")).matches("shop\\.orders-[0-9a-f]{8}");
    assertThat(index("Shop", "orders")).isNotEqualTo(index("shop", "Orders"));
  }

  @Test
  void namesWithTheSeparatorInThemAreKeptApart() throws Exception {
    assertThat(index("a", "b.c")).isEqualTo("a.b.c");
    assertThat(index("a.b", "c")).isNotEqualTo("a.b.c").startsWith("a");
    assertThat(index("a.b", "c")).isEqualTo(index("a.b", "c"));
  }

  @Test
  void idsWhosePartsHoldTheSeparatorAreKeptApart() throws Exception {
    assertThat(id("a", "1")).isEqualTo("a-1");
    assertThat(id("a", "-1")).isEqualTo("a--1");
    assertThat(id("a-", "1")).isNotEqualTo(id("a", "-1"));
    assertThat(id("a-b", "c")).isNotEqualTo(id("a", "b-c"));
    assertThat(id("a\\", "b-c")).isNotEqualTo(id("a\\-b", "c"));
  }

  @Test
  void caseIsFoldedOnlyOnRequest() throws Exception {
    Naming fold = new Naming(WithoutKey.REFUSE, IndexCase.FOLD);
    CanalJson row = CanalJson.row("INSERT", "shop", "Orders").key("id", "bigint", "1");
    assertThat(of(config("{schema}.{table}", "{pk}", fold), row).index()).isEqualTo("shop.orders");
  }

  @Test
  void aTableWithoutAKeyIsRefusedAndNamedOnce() {
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    byte[] row = CanalJson.row("INSERT").column("v", "varchar", "x").bytes();
    assertThatThrownBy(() -> documents.of(row, 1))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("no primary key");
    assertThat(documents.takeTablesWithoutKey()).containsExactly("shop.orders");
    assertThatThrownBy(() -> documents.of(row, 1))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("key");
    assertThat(documents.takeTablesWithoutKey()).isEmpty();
    assertThat(documents.withoutKey()).isEqualTo("refuse");
  }

  @Test
  void aTableWithoutAKeyCanBeSkippedAndIsCounted() throws Exception {
    RowDocuments documents =
        new RowDocuments(
            config("{schema}.{table}", "{pk}", new Naming(WithoutKey.SKIP, IndexCase.APART)));
    byte[] row = CanalJson.row("INSERT").column("v", "varchar", "x").bytes();
    assertThat(documents.of(row, 1)).isEmpty();
    assertThat(documents.skipped()).isEqualTo(1);
    assertThat(documents.of(CanalJson.row("INSERT").key("id", "bigint", "1").bytes(), 1))
        .hasSize(1);
  }

  @Test
  void allColumnsCanBeTheKey() throws Exception {
    RowDocuments documents =
        new RowDocuments(
            config(
                "{schema}.{table}", "{pk}", new Naming(WithoutKey.ALL_COLUMNS, IndexCase.APART)));
    CanalJson insert =
        CanalJson.row("INSERT").column("a", "varchar", "1").column("b", "varchar", "2");
    String id = documents.of(insert.bytes(), 1).get(0).id();
    assertThat(id).matches("sha256:[0-9a-f]{64}");
    CanalJson other =
        CanalJson.row("INSERT").column("a", "varchar", "12").column("b", "varchar", "");
    assertThat(documents.of(other.bytes(), 1).get(0).id()).isNotEqualTo(id);
    CanalJson update =
        CanalJson.row("UPDATE")
            .column("a", "varchar", "1")
            .column("b", "varchar", "3")
            .old("b", "2");
    List<Document> moved = documents.of(update.bytes(), 2);
    assertThat(moved).hasSize(2);
    assertThat(moved.get(0).id()).as("the old row goes").isEqualTo(id);
    assertThat(moved.get(0).delete()).isTrue();
    CanalJson delete =
        CanalJson.row("DELETE").column("a", "varchar", "1").column("b", "varchar", "3");
    assertThat(documents.of(delete.bytes(), 3).get(0).id()).isEqualTo(moved.get(1).id());
  }
}
