package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;

/**
 * Decodes one event of TiCDC's open protocol: its key and its value, both JSON, without the numbers
 * around them. A row is written anew as canal-json in a buffer of the decoder's own and goes on
 * from there as canal-json does.
 *
 * <p>{@code t} of the key says what it is. 1 is a row: {@code d} a DELETE, {@code u} with {@code p}
 * an UPDATE, {@code u} alone an INSERT, which may have been an UPDATE whose source sends no old
 * values. 2 is a schema change, 3 a resolved event, whose value isn't looked at. A row that holds
 * only its key is refused, but for a DELETE.
 */
final class OpenEventDecoder extends RewritingDecoder {
  private static final int ROW = 1;
  private static final int DDL = 2;
  private static final int RESOLVED = 3;

  /** What a JSON value may begin with, and white space. */
  private static final String BEGINNINGS = "{[\"tfn-0123456789 \t\r\n";

  private final FieldSpans<OpenField> key =
      new FieldSpans<>(OpenField.values(), OpenField.ALL, "it", problem);
  private final FieldSpans<OpenField> message =
      new FieldSpans<>(OpenField.values(), OpenField.ALL, "it", problem);
  private final Slice database = new Slice();
  private final Slice table = new Slice();
  private final OpenColumns columns = new OpenColumns(problem);
  private OpenSchema schema;

  /**
   * @param rule tables whose messages are refused
   * @param times timestamps that are taken
   */
  OpenEventDecoder(DispatcherBy by, TableRule rule, CommitTimes times) {
    super(new CanalText(), by, rule, times);
  }

  @Override
  public Event decode(
      SourcePartition from,
      long at,
      long timeMs,
      byte[] keyBytes,
      byte[] buffer,
      int start,
      int length) {
    at(from, at, timeMs);
    schema = null;
    Event event = event(keyBytes, buffer, start, start + length);
    if (event != null && !problem.found()) {
      return event;
    }
    return refused(keyBytes, buffer, start, length, table(), primaryKey());
  }

  /** The table that a refused event names; else null. */
  private TableId table() {
    boolean named = !database.isEmpty() && !table.isEmpty();
    return named ? new TableId(database.toString(), table.toString()) : null;
  }

  /** The key of a refused row whose columns could be read; else empty. */
  private String primaryKey() {
    if (schema == null || table() == null) {
      return "";
    }
    Span names = new Span();
    names.set(0, schema.keyNames().length);
    return LetterKey.of(columns.values.bytes(), change.row, schema.keyNames(), names);
  }

  private Event event(byte[] keyBytes, byte[] buffer, int start, int end) {
    problem.reset(0);
    key.read(keyBytes, 0, keyBytes.length);
    key.text(OpenField.SCHEMA, database);
    key.text(OpenField.TABLE, table);
    if (problem.found()) {
      problem.isOf("key");
      return null;
    }
    long type = key.number(OpenField.TYPE);
    if (type == RESOLVED) {
      long commitTs = commitTs();
      return commitTs < 0 ? null : new Resolved(partition, commitTs);
    } else if (type != ROW && type != DDL) {
      return refuse(OpenField.TYPE, "is none of 1 (a row), 2 (a DDL) and 3 (a resolved event)");
    }
    problem.reset(start);
    if (start < end && BEGINNINGS.indexOf(buffer[start]) < 0) {
      problem.malformed(
          "value isn't JSON: if the changefeed compresses large messages, let it send them as they"
              + " are (large-message-handle-compression none);",
          start);
      return null;
    }
    message.read(buffer, start, end);
    if (problem.found()) {
      problem.isOf("value");
      return null;
    }
    return type == ROW ? row() : statement();
  }

  private Event row() {
    if (database.isEmpty()) {
      return refuse(OpenField.SCHEMA, "is missing");
    } else if (table.isEmpty()) {
      return refuse(OpenField.TABLE, "is missing");
    }
    boolean isDelete = message.has(OpenField.DELETED);
    OpenField image = isDelete ? OpenField.DELETED : OpenField.UPDATED;
    if (isDelete && message.has(OpenField.UPDATED)) {
      return refuse(OpenField.UPDATED, "stands beside d: a row is changed or deleted");
    } else if (!message.has(image)) {
      return refuse(image, "is missing, and so is d");
    }
    OpenField leftOut = leftOut();
    if (leftOut != null && !isDelete) {
      return refuse(
          leftOut, "says that only the row's key is here: " + CanalJsonDecoder.WHOLE_ROWS);
    }
    long commitTs = commitTs();
    if (commitTs < 0 || !read(image)) {
      return null;
    }
    byte[] type = isDelete ? DELETE : message.has(OpenField.PREVIOUS) ? UPDATE : INSERT;
    int refused = text.row(type, change, commitTs);
    if (refused >= 0) {
      problem.invalid("column " + text.refusedColumn(change.bytes), text.refusal());
      return null;
    }
    return writtenRow();
  }

  /** What says that the source has left columns out of the row, as too large; or null. */
  private OpenField leftOut() {
    if (key.isTrue(OpenField.ONLY_HANDLE_KEY)) {
      return OpenField.ONLY_HANDLE_KEY;
    }
    return key.span(OpenField.CLAIM_CHECK).isBlank() ? null : OpenField.CLAIM_CHECK;
  }

  /** Takes in the row, and how it was before; false after a problem. */
  private boolean read(OpenField image) {
    columns.clear();
    change.old.clear();
    schema = columns.read(message.bytes, message.span(image), change.row);
    if (schema == null) {
      return false;
    } else if (schema.columns().size() == 0) {
      refuse(image, "holds no column");
      return false;
    }
    boolean isUpdate = image == OpenField.UPDATED && message.has(OpenField.PREVIOUS);
    if (isUpdate
        && !columns.readBefore(message.bytes, message.span(OpenField.PREVIOUS), change.old)) {
      return false;
    }
    change.bytes = columns.values.bytes();
    change.schema = schema.columns();
    change.head = key.bytes;
    set(change.database, OpenField.SCHEMA);
    set(change.table, OpenField.TABLE);
    change.keyNames.clear();
    change.keyNames.put(schema.keyNames());
    change.tsMs = -1;
    return true;
  }

  private void set(Span span, OpenField field) {
    Span found = key.span(field);
    span.set(found.from, found.to);
  }

  private Event statement() {
    if (!message.has(OpenField.QUERY)) {
      return refuse(OpenField.QUERY, "is missing");
    }
    String sql = JsonTokens.text(message.bytes, message.span(OpenField.QUERY));
    if (sql == null) {
      return refuse(OpenField.QUERY, "holds half a surrogate pair");
    }
    Statement words = new Statement(sql);
    if (words.isOfAdministration() || words.isOfSession()) {
      return new Skipped(partition, "statement");
    }
    String of = database.isEmpty() ? Statement.database(sql) : database.toString();
    if (of.isEmpty()) {
      return refuse(OpenField.SCHEMA, "is missing, and the statement names no database");
    }
    long commitTs = commitTs();
    if (commitTs < 0) {
      return null;
    }
    text.ddl(
        words.canalType(),
        JsonTokens.of(of),
        JsonTokens.of(table.toString()),
        JsonTokens.token(message.bytes, message.span(OpenField.QUERY)),
        -1,
        commitTs);
    return writtenStatement();
  }

  /** The event's commit timestamp, or -1 after a problem. */
  private long commitTs() {
    long commitTs = key.number(OpenField.COMMIT_TS);
    if (commitTs < 0) {
      refuse(OpenField.COMMIT_TS, "is missing");
    }
    return commitTs < 0 || isAhead(OpenField.COMMIT_TS, commitTs) ? -1 : commitTs;
  }

  private Event refuse(OpenField field, String what) {
    problem.invalid(field, what);
    return null;
  }
}
