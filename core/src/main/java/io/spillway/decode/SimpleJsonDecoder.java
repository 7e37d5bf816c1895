package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.util.Arrays;

/**
 * Decodes simple-json: TiCDC's simple protocol, encoded as JSON. A row is written anew as
 * canal-json in a buffer of the decoder's own and goes on from there as canal-json does.
 *
 * <p>{@code INSERT}, {@code UPDATE} and {@code DELETE} are rows, whatever has {@code sql} is a
 * schema change, {@code WATERMARK} is a resolved event. {@code tableSchema} and {@code
 * preTableSchema} of schema changes and of {@code BOOTSTRAP} tell the columns of rows with the same
 * {@code schemaVersion}. Where a row's version hasn't been told since this decoder began, it is
 * looked for among the partition's earlier messages; a row whose version isn't there either is
 * refused, and so is one that holds only its key. {@code checksum} isn't looked at.
 */
public final class SimpleJsonDecoder extends RewritingDecoder {
  private static final int MAX_MESSAGE_BYTES = CanalJsonDecoder.MAX_MESSAGE_BYTES;
  private static final byte[] WATERMARK = ascii("WATERMARK");
  private static final byte[] BOOTSTRAP = ascii("BOOTSTRAP");
  private static final int VERSION = 1;
  private static final String SEND_SCHEMAS =
      " isn't known: neither a BOOTSTRAP nor a DDL message before this one has it. Let the"
          + " changefeed send them to every partition (send-bootstrap-interval-in-sec or"
          + " send-bootstrap-in-msg-count above 0, send-bootstrap-to-all-partition true)";

  private final SimpleMessage message = new SimpleMessage(problem);
  private final TableSchemas schemas = new TableSchemas();
  private final EarlierSchemas earlier;

  /**
   * @param rule tables whose messages are refused
   * @param times timestamps that are taken
   * @param earlier where schemas are looked for that haven't come since the decoder began
   */
  public SimpleJsonDecoder(
      DispatcherBy by, TableRule rule, CommitTimes times, EarlierMessages earlier) {
    super(new CanalText(), by, rule, times);
    this.earlier = new EarlierSchemas(schemas, earlier);
  }

  @Override
  public Event decode(
      SourcePartition from,
      long at,
      long timeMs,
      byte[] key,
      byte[] buffer,
      int start,
      int length) {
    at(from, at, timeMs);
    if (buffer == null) {
      return new Skipped(partition, "tombstone");
    }
    problem.reset(start);
    message.database.clear();
    message.table.clear();
    Event event = null;
    if (length > MAX_MESSAGE_BYTES) {
      problem.tooLarge(length, MAX_MESSAGE_BYTES);
    } else {
      message.read(buffer, start, start + length);
      event = problem.found() ? null : event();
    }
    if (event != null && !problem.found()) {
      return event;
    }
    return refused(key, buffer, start, length, table(), primaryKey());
  }

  /** The table that a refused message names as far as it could be read; else null. */
  private TableId table() {
    boolean named = problem.isOfRead() && !message.database.isEmpty() && !message.table.isEmpty();
    return named ? new TableId(message.database.toString(), message.table.toString()) : null;
  }

  /** The key of a refused row whose schema is known; else empty. */
  private String primaryKey() {
    long version = message.number(SimpleField.SCHEMA_VERSION);
    boolean isRow = message.has(SimpleField.DATA) || message.has(SimpleField.OLD);
    if (table() == null || !problem.isOfContent() || !isRow || version < 0) {
      return "";
    }
    TableSchema schema = schemas.find(message.database, message.table, version);
    if (schema == null) {
      return "";
    }
    Span names = new Span();
    names.set(0, schema.keyNames().length);
    SimpleField image = message.has(SimpleField.DATA) ? SimpleField.DATA : SimpleField.OLD;
    return LetterKey.of(message.bytes, message.span(image), schema.keyNames(), names);
  }

  /** The event of a well-formed message; null where a problem has been found. */
  private Event event() {
    if (message.has(SimpleField.VERSION) && message.number(SimpleField.VERSION) != VERSION) {
      return refuse(SimpleField.VERSION, "is not 1, the only one that is known");
    }
    if (!message.has(SimpleField.TYPE)) {
      return refuse(SimpleField.TYPE, "is missing");
    }
    TableSchema before = learn(SimpleField.PRE_TABLE_SCHEMA);
    TableSchema now = learn(SimpleField.TABLE_SCHEMA);
    if (problem.found()) {
      return null;
    }
    if (message.has(SimpleField.SQL)) {
      return statement(before, now);
    } else if (isOfType(INSERT)) {
      return row(INSERT, SimpleField.DATA);
    } else if (isOfType(UPDATE)) {
      return row(UPDATE, SimpleField.DATA);
    } else if (isOfType(DELETE)) {
      return row(DELETE, SimpleField.OLD);
    } else if (isOfType(WATERMARK)) {
      return resolved();
    } else if (isOfType(BOOTSTRAP)) {
      return new Skipped(partition, "bootstrap");
    } else if (message.has(SimpleField.DATA) || message.has(SimpleField.OLD)) {
      return refuse(SimpleField.TYPE, "is none of a row, and there is a row");
    }
    return new Skipped(partition, "other");
  }

  private boolean isOfType(byte[] type) {
    Span span = message.span(SimpleField.TYPE);
    return Arrays.equals(message.bytes, span.from + 1, span.to - 1, type, 0, type.length);
  }

  private TableSchema learn(SimpleField field) {
    if (!message.has(field)) {
      return null;
    }
    TableSchema schema = schemas.learn(message.bytes, message.span(field));
    if (schema == null) {
      refuse(field, "is not the schema of a table");
    }
    return schema;
  }

  private Event resolved() {
    long commitTs = commitTs();
    return commitTs < 0 ? null : new Resolved(partition, commitTs);
  }

  private Event row(byte[] type, SimpleField image) {
    if (message.database.isEmpty()) {
      return refuse(SimpleField.DATABASE, "is missing");
    } else if (message.table.isEmpty()) {
      return refuse(SimpleField.TABLE, "is missing");
    } else if (!message.has(image)) {
      return refuse(image, "is missing");
    }
    SimpleField leftOut = message.leftOut();
    if (leftOut != null && type != DELETE) {
      return refuse(
          leftOut, "says that only the row's key is here: " + CanalJsonDecoder.WHOLE_ROWS);
    }
    long commitTs = commitTs();
    TableSchema schema = commitTs < 0 ? null : schema();
    if (schema == null) {
      return null;
    }
    change.bytes = message.bytes;
    change.head = message.bytes;
    change.schema = schema.columns();
    set(change.row, image);
    set(change.database, SimpleField.DATABASE);
    set(change.table, SimpleField.TABLE);
    change.old.clear();
    if (type == UPDATE) {
      set(change.old, SimpleField.OLD);
    }
    change.keyNames.clear();
    change.keyNames.put(schema.keyNames());
    change.tsMs = message.number(SimpleField.BUILD_TS);
    int refused = text.row(type, change, commitTs);
    if (refused >= 0) {
      problem.invalid("column " + text.refusedColumn(change.bytes), text.refusal(), refused);
      return null;
    }
    return writtenRow();
  }

  private void set(Span span, SimpleField field) {
    Span found = message.span(field);
    span.set(found.from, found.to);
  }

  /** What tells the columns of the row; null after a problem. */
  private TableSchema schema() {
    long version = message.number(SimpleField.SCHEMA_VERSION);
    if (version < 0) {
      refuse(SimpleField.SCHEMA_VERSION, "is missing");
      return null;
    }
    TableSchema schema = schemas.find(message.database, message.table, version);
    if (schema == null) {
      schema = earlier.find(partition, offset, message, version);
    }
    if (schema == null) {
      refuse(SimpleField.SCHEMA_VERSION, version + SEND_SCHEMAS);
    }
    return schema;
  }

  /**
   * @param before the table as it was, as {@code now} null for a statement about none
   */
  private Event statement(TableSchema before, TableSchema now) {
    String sql = JsonTokens.text(message.bytes, message.span(SimpleField.SQL));
    if (sql == null) {
      return refuse(SimpleField.SQL, "holds half a surrogate pair");
    }
    Statement words = new Statement(sql);
    if (words.isOfAdministration() || words.isOfSession()) {
      return new Skipped(partition, "statement");
    }
    TableSchema of = now == null ? before : now;
    String database = of == null ? message.database.toString() : of.database();
    database = database.isEmpty() ? Statement.database(sql) : database;
    if (database.isEmpty()) {
      return refuse(SimpleField.TABLE_SCHEMA, "is missing, and the statement names no database");
    }
    long commitTs = commitTs();
    if (commitTs < 0) {
      return null;
    }
    Span type = message.span(SimpleField.TYPE);
    text.ddl(
        Arrays.copyOfRange(message.bytes, type.from + 1, type.to - 1),
        JsonTokens.of(database),
        JsonTokens.of(of == null ? message.table.toString() : of.table()),
        JsonTokens.token(message.bytes, message.span(SimpleField.SQL)),
        message.number(SimpleField.BUILD_TS),
        commitTs);
    Event event = writtenStatement();
    return event instanceof SchemaChange ddl && now != null && !words.isOfDrop()
        ? ddl.with(now.shown())
        : event;
  }

  /** The message's commit timestamp, or -1 after a problem. */
  private long commitTs() {
    long commitTs = message.number(SimpleField.COMMIT_TS);
    if (commitTs < 0) {
      refuse(SimpleField.COMMIT_TS, "is missing");
    }
    return commitTs < 0 || isAhead(SimpleField.COMMIT_TS, commitTs) ? -1 : commitTs;
  }

  private Event refuse(SimpleField field, String what) {
    problem.invalid(field, what, message.end);
    return null;
  }
}
