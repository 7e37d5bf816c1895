package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Row;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.event.TableShape.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShapeDetectionTest {
  private final CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);

  private TableShape shape(String message) {
    return ((Row) Messages.decode(decoder, Messages.utf8(message))).shape();
  }

  private static String message(String type, String keys, String types, String row, String tidb) {
    return String.format(
        "{\"database\":\"d\",\"table\":\"t\",\"pkNames\":%s,\"type\":\"%s\",\"mysqlType\":%s,"
            + "\"data\":[%s],\"_tidb\":{\"commitTs\":9%s}}",
        keys, type, types, row, tidb);
  }

  private static String insert(String types, String row) {
    return message("INSERT", "[\"a\"]", types, row, "");
  }

  @Test
  void theFirstRowShowsColumnsInTheOrderOfItsData() {
    assertThat(shape(Messages.UPDATE))
        .isEqualTo(
            new TableShape(
                new TableId("store", "bills"),
                463594436794777602L,
                List.of(
                    new Column("no", "bigint unsigned", true),
                    new Column("who", "varchar", false),
                    new Column("sum", "decimal", false))));
  }

  @Test
  void theOrderOfTypesAndTheValuesMakeNoDifference() {
    assertThat(shape(Messages.INSERT)).isNotNull();
    assertThat(shape(Messages.UPDATE)).isNull();
    assertThat(shape(Messages.INSERT.replace("\"sum\":3", "\"sum\":-5"))).isNull();
  }

  @Test
  void aNewColumnTypeOrKeyIsANewShape() {
    shape(insert("{\"a\":\"int\",\"b\":\"text\"}", "{\"a\":\"1\",\"b\":\"x\"}"));
    assertThat(EventText.columns(shape(insert("{\"a\":\"int\"}", "{\"a\":\"1\"}"))))
        .containsExactly("a:int:true");
    assertThat(EventText.columns(shape(insert("{\"a\":\"bigint\"}", "{\"a\":\"1\"}"))))
        .containsExactly("a:bigint:true");
    String keyless = message("INSERT", "null", "{\"a\":\"bigint\"}", "{\"a\":\"1\"}", "");
    assertThat(EventText.columns(shape(keyless))).containsExactly("a:bigint:false");
    assertThat(shape(keyless)).isNull();
  }

  @Test
  void swappedTypesAndAnagramsAreSeen() {
    shape(insert("{\"ab\":\"int\",\"c\":\"text\"}", "{\"ab\":\"1\",\"c\":\"x\"}"));
    assertThat(
            EventText.columns(
                shape(insert("{\"ab\":\"text\",\"c\":\"int\"}", "{\"ab\":\"1\",\"c\":\"x\"}"))))
        .containsExactly("ab:text:false", "c:int:false");
    assertThat(
            EventText.columns(
                shape(insert("{\"ba\":\"text\",\"c\":\"int\"}", "{\"ba\":\"1\",\"c\":\"x\"}"))))
        .containsExactly("ba:text:false", "c:int:false");
  }

  @Test
  void aDifferentSpellingOfTheSameColumnsIsNoNewShape() {
    shape(insert("{\"a\":\"int\"}", "{\"a\":\"1\"}"));
    assertThat(shape(insert("{ \"a\" : \"in\\u0074\" }", "{\"a\":\"1\"}"))).isNull();
  }

  @Test
  void aRowThatMayLackColumnsGivesAShapeOnlyWhereNoneIsKnown() {
    String delete = message("DELETE", "[\"a\"]", "{\"a\":\"int\"}", "{\"a\":\"1\"}", "");
    String keyOnly =
        message("DELETE", "[\"a\"]", "{\"a\":\"int\"}", "{\"a\":\"1\"}", ",\"onlyHandleKey\":true");
    String full = insert("{\"a\":\"int\",\"b\":\"text\"}", "{\"a\":\"1\",\"b\":\"x\"}");
    assertThat(EventText.columns(shape(delete))).containsExactly("a:int:true");
    assertThat(shape(keyOnly)).isNull();
    assertThat(EventText.columns(shape(full))).containsExactly("a:int:true", "b:text:false");
    assertThat(shape(keyOnly)).isNull();
    assertThat(shape(delete)).isNull();
    assertThat(shape(full)).isNull();
  }

  @Test
  void rowsWithoutTypesGiveAShapeOnce() {
    String untyped = message("INSERT", "[\"b\"]", "null", "{\"a\":\"1\",\"b\":\"2\"}", "");
    assertThat(EventText.columns(shape(untyped))).containsExactly("a::false", "b::true");
    assertThat(shape(message("INSERT", "[\"b\"]", "null", "{\"c\":\"1\"}", ""))).isNull();
    assertThat(EventText.columns(shape(insert("{\"a\":\"int\"}", "{\"a\":\"1\"}"))))
        .containsExactly("a:int:true");
    assertThat(shape(untyped)).isNull();
  }

  @Test
  void aRowWithoutColumnsShowsNoShape() {
    assertThat(shape(insert("{}", "{}"))).isNull();
    assertThat(shape(insert("{\"a\":\"int\"}", "{\"a\":\"1\"}"))).isNotNull();
  }

  @Test
  void columnsAreReadOnceEachAndOddTypesAreNoTypes() {
    String odd =
        message(
            "INSERT",
            "[\"a\",1,[\"b\"]]",
            "{\"a\":5,\"b\":{\"c\":\"x\"},\"d\":\"int\"}",
            "{\"a\":1,\"b\":{\"z\":[1]},\"a\":2,\"d\":[{}]}",
            "");
    assertThat(EventText.columns(shape(odd))).containsExactly("a::true", "b::false", "d:int:false");
  }

  @Test
  void everyChangeInARandomHistoryIsSeenAndNothingElse() {
    long seed = 11;
    Random random = new Random(seed);
    List<String> columns = new ArrayList<>(List.of("\"a\":\"int\""));
    List<String> known = List.of();
    int shapes = 0;
    for (int i = 0; i < 3000; i++) {
      if (random.nextInt(20) == 0) {
        change(columns, random);
      }
      List<String> types = new ArrayList<>(columns);
      Collections.shuffle(types, random);
      TableShape shape =
          shape(insert("{" + String.join(",", types) + "}", "{" + String.join(",", columns) + "}"));
      List<String> now =
          columns.stream().map(c -> c.replace("\"", "") + ":" + c.startsWith("\"a\"")).toList();
      assertThat(EventText.columns(shape))
          .as("seed %d row %d", seed, i)
          .isEqualTo(now.equals(known) ? List.of() : now);
      known = now;
      shapes += shape == null ? 0 : 1;
    }
    assertThat(shapes).isGreaterThan(50);
  }

  private static void change(List<String> columns, Random random) {
    String type = random.nextBoolean() ? "int" : "text";
    int at = random.nextInt(columns.size());
    if (random.nextBoolean() && columns.size() < 6) {
      columns.add("\"c" + random.nextInt(1000) + "x\":\"" + type + "\"");
    } else {
      String name = columns.get(at).substring(0, columns.get(at).indexOf(':'));
      columns.set(at, name + ":\"" + type + "\"");
    }
  }
}
