package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableSchemasTest {
  private final TableSchemas schemas = new TableSchemas(2);

  private TableSchema learn(long version) {
    byte[] json =
        Messages.utf8(
            "{\"schema\":\"d\",\"table\":\"t\",\"version\":" + version + ",\"columns\":[]}");
    Span span = new Span();
    span.set(0, json.length);
    return schemas.learn(json, span);
  }

  private TableSchema find(String table, long version) {
    Slice database = new Slice();
    database.set(Messages.utf8("d"), 0, 1);
    Slice name = new Slice();
    byte[] bytes = Messages.utf8(table);
    name.set(bytes, 0, bytes.length);
    return schemas.find(database, name, version);
  }

  @Test
  void aSchemaIsFoundByItsNamesAndItsVersion() {
    TableSchema first = learn(1);
    assertThat(find("t", 1)).isSameAs(first);
    assertThat(find("t", 2)).isNull();
    assertThat(find("u", 1)).isNull();
    assertThat(learn(1)).as("told again").isSameAs(first);
  }

  @Test
  void whatWasUsedLongestAgoIsForgotten() {
    learn(1);
    learn(2);
    find("t", 1);
    learn(3);
    assertThat(find("t", 2)).isNull();
    assertThat(find("t", 1)).isNotNull();
    assertThat(find("t", 3)).isNotNull();
    assertThat(learn(2)).as("told again").isNotNull();
    assertThat(find("t", 2)).isNotNull();
  }
}
