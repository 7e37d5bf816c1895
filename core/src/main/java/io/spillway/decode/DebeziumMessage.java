package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a Debezium message holds, found in one pass over its bytes in any key order; the rows and
 * the schema are only checked to be JSON. Text is kept as its token, quotes included. Reused from
 * message to message. A field that is {@code null} counts as absent.
 *
 * <p>Formats: Kafka Connect's JSON converter with and without {@code schema}, TiCDC's debezium
 * protocol, and one with its key, {@code {"key": ..., "value": ...}}, as a line of a file.
 */
final class DebeziumMessage {
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUOTED_FALSE = "\"false\"".getBytes(StandardCharsets.US_ASCII);

  final Span schema = new Span();
  final Span op = new Span();
  final Span before = new Span();
  final Span after = new Span();
  final Span ddl = new Span();
  final Span databaseName = new Span();
  final Span schemaName = new Span();
  final Span tableChanges = new Span();
  final Span status = new Span();
  final Span db = new Span();
  final Span sourceSchema = new Span();
  final Span table = new Span();
  final Span snapshot = new Span();

  /** The key and value of a message that came with its key. */
  final Span key = new Span();

  final Span value = new Span();

  /** Milliseconds, or -1: when the connector saw the change. */
  long tsMs;

  /** Milliseconds, or -1: when the change was made. */
  long sourceTsMs;

  /** TiDB's timestamp of the change, or -1. */
  long commitTs;

  /** Position in the source's log, or -1. */
  long pos;

  final DebeziumPosition position = new DebeziumPosition();

  boolean hasKeyAndValue;

  /** A message, or the value of one, that is null. */
  boolean isTombstone;

  byte[] bytes;
  int start;
  int end;

  private final Span[] spans = {
    schema,
    op,
    before,
    after,
    ddl,
    databaseName,
    schemaName,
    tableChanges,
    status,
    db,
    sourceSchema,
    table,
    snapshot,
    key,
    value
  };
  private final JsonScanner scan = new JsonScanner();
  private final RowSchemas schemas;
  private final Problem problem;
  private int seen;

  DebeziumMessage(RowSchemas schemas, Problem problem) {
    this.schemas = schemas;
    this.problem = problem;
  }

  /** Reads the message in a range of bytes; what is wrong with it is left in the problem. */
  void read(byte[] buffer, int from, int to) {
    clear(buffer);
    scan.reset(buffer, to);
    start = scan.white(from);
    if (start == to) {
      problem.empty();
      return;
    }
    byte first = scan.at(start);
    int depth = DebeziumField.AROUND;
    end = scan.last(first == '{' ? members(start, depth, depth) : scan.value(start, 0));
    if (end < 0) {
      problem.malformed(scan.failure(), scan.failedAt());
    } else if (first == 'n') {
      isTombstone = true;
    } else if (first != '{') {
      problem.invalid("message", "is not an object", start);
    }
  }

  private void clear(byte[] buffer) {
    bytes = buffer;
    for (Span span : spans) {
      span.clear();
    }
    tsMs = sourceTsMs = commitTs = pos = -1;
    hasKeyAndValue = isTombstone = false;
    position.clear();
    seen = 0;
  }

  /** Whether it tells of what there was when the connector began. */
  boolean isOfSnapshot() {
    if (snapshot.isEmpty()) {
      return false;
    }
    // Debezium has half a dozen words for true
    boolean isQuoted = bytes[snapshot.from] == '"';
    byte[] word = isQuoted ? QUOTED_FALSE : FALSE;
    return !Arrays.equals(bytes, snapshot.from, snapshot.to, word, 0, word.length);
  }

  /** The database of a statement: where the source has schemas, the schema, as rows have it. */
  Span databaseOfStatement() {
    if (!schemaName.isBlank()) {
      return schemaName;
    } else if (!sourceSchema.isBlank()) {
      return sourceSchema;
    }
    return databaseName.isBlank() ? db : databaseName;
  }

  private int members(int brace, int level, int depth) {
    int at = scan.open(brace, depth);
    if (at < 0 || scan.at(at) == '}') {
      return at < 0 ? at : at + 1;
    }
    while (true) {
      int name = at;
      at = scan.key(at);
      int nameEnd = scan.keyEnd();
      int value = at;
      at = at < 0 ? at : member(fieldOf(name + 1, nameEnd, level), name, at, depth);
      if (at < 0) {
        return at;
      }
      if (level == DebeziumField.OF_SOURCE) {
        position.note(bytes, name + 1, nameEnd, value, at);
      }
      at = scan.white(at);
      byte c = scan.at(at);
      if (c == '}') {
        return at + 1;
      }
      if (c != ',') {
        return scan.unexpected(at);
      }
      at = scan.white(at + 1);
    }
  }

  private DebeziumField fieldOf(int from, int to, int level) {
    if (scan.escapedSince(from)) {
      byte[] name = JsonText.unescape(bytes, from, to);
      return name.length == 0 ? DebeziumField.OTHER : DebeziumField.of(name, 0, name.length, level);
    }
    return from == to ? DebeziumField.OTHER : DebeziumField.of(bytes, from, to, level);
  }

  private int member(DebeziumField field, int name, int at, int depth) {
    if (field == DebeziumField.OTHER) {
      return scan.value(at, depth);
    }
    if ((seen & field.bit()) != 0) {
      problem.invalid(field, "is given twice", name);
    }
    seen |= field.bit();
    if (scan.at(at) == 'n') {
      isTombstone |= field == DebeziumField.PAYLOAD || field == DebeziumField.VALUE;
      hasKeyAndValue |= field == DebeziumField.VALUE;
      return scan.value(at, depth);
    }
    return switch (field) {
      case PAYLOAD -> nested(field, DebeziumField.MESSAGE, at, depth);
      case SOURCE -> nested(field, DebeziumField.OF_SOURCE, at, depth);
      case SCHEMA -> schema(at, depth);
      case KEY -> range(key, at, depth);
      case VALUE -> {
        hasKeyAndValue = true;
        yield range(value, at, depth);
      }
      case BEFORE -> object(field, before, at, depth);
      case AFTER -> object(field, after, at, depth);
      case TABLE_CHANGES -> range(tableChanges, at, depth);
      case SNAPSHOT -> range(snapshot, at, depth);
      case TS_MS, SOURCE_TS_MS, COMMIT_TS, POS -> number(field, at, depth);
      default -> text(field, at, depth);
    };
  }

  private int nested(DebeziumField field, int level, int at, int depth) {
    if (scan.at(at) != '{') {
      problem.invalid(field, "is not an object", at);
      return scan.value(at, depth);
    }
    return members(at, level, depth + 1);
  }

  private int schema(int at, int depth) {
    int known = schemas.endOfLast(bytes, at, scan.end());
    if (known > 0) {
      schema.set(at, known);
      return known;
    }
    return object(DebeziumField.SCHEMA, schema, at, depth);
  }

  private int object(DebeziumField field, Span into, int at, int depth) {
    if (scan.at(at) != '{') {
      problem.invalid(field, "is not an object", at);
    }
    return range(into, at, depth);
  }

  private int range(Span into, int at, int depth) {
    int after = scan.value(at, depth);
    into.set(at, Math.max(at, after));
    return after;
  }

  private int text(DebeziumField field, int at, int depth) {
    if (scan.at(at) != '"') {
      problem.invalid(field, "is not a string", at);
    }
    return range(textOf(field), at, depth);
  }

  private Span textOf(DebeziumField field) {
    return switch (field) {
      case OP -> op;
      case DDL -> ddl;
      case DATABASE_NAME -> databaseName;
      case SCHEMA_NAME -> schemaName;
      case STATUS -> status;
      case DB -> db;
      case SOURCE_SCHEMA -> sourceSchema;
      default -> table;
    };
  }

  private int number(DebeziumField field, int at, int depth) {
    int after = scan.value(at, depth);
    long number = after < 0 ? 0 : JsonText.natural(bytes, at, after);
    if (field == DebeziumField.COMMIT_TS) {
      if (number < 0) {
        problem.invalid(field, "is not an integer from 0 to 2^63-1", at);
      }
      commitTs = number;
    } else if (field == DebeziumField.SOURCE_TS_MS) {
      sourceTsMs = number;
    } else if (field == DebeziumField.POS) {
      pos = number;
    } else {
      tsMs = number;
    }
    return after;
  }
}
