package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Everything that an event says, as one text; a slice's bytes appear as ISO-8859-1. */
final class EventText {
  private EventText() {}

  static String of(Event event) {
    if (event instanceof Row row) {
      String key = table(row.dispatcher().table());
      return "row " + key + " " + row.commitTs() + " " + columns(row.shape()) + " " + slice(row);
    }
    if (event instanceof SchemaChange ddl) {
      String head = "ddl " + table(ddl.table()) + " " + ddl.commitTs();
      return head + " " + ddl.type() + " " + ddl.query();
    }
    if (event instanceof Resolved resolved) {
      return "resolved " + resolved.commitTs();
    }
    if (event instanceof Skipped skipped) {
      return "skipped " + skipped.reason();
    }
    return ((Poison) event).kind().name();
  }

  static String slice(Row row) {
    return new String(row.buffer(), row.offset(), row.length(), StandardCharsets.ISO_8859_1);
  }

  private static String table(TableId table) {
    return table.schema() + "|" + table.table();
  }

  static List<String> columns(TableShape shape) {
    if (shape == null) {
      return List.of();
    }
    return shape.columns().stream()
        .map(c -> c.name() + ":" + c.mysqlType() + ":" + c.primaryKey())
        .toList();
  }
}
