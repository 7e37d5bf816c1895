package io.spillway.decode;

import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * Decodes debezium-json: Debezium's change events as Kafka Connect's JSON converter writes them,
 * with and without their schema, and TiCDC's debezium protocol. A row is written anew as canal-json
 * in a buffer of the decoder's own and goes on from there as canal-json does.
 *
 * <p>{@code c} and {@code r} are INSERT, {@code u} is UPDATE, {@code d} is DELETE; a statement
 * ({@code ddl}) and {@code t} are schema changes; TiCDC's {@code m} is a resolved event. A
 * tombstone, a message of the transaction topic, a heartbeat, and Debezium's own {@code m} are
 * skipped.
 *
 * <p>The commit timestamp is TiCDC's {@code source.commit_ts}; else, in ms, {@code source.ts_ms},
 * the message's {@code ts_ms}, or the time that Kafka gave it, whichever is there first. In the job
 * each of these gets a timestamp of its own, in the order of its partition ({@link StreamClocks}).
 * With {@link CoarseTimes#AS_GIVEN} changes of one millisecond have one timestamp, and only
 * statements have one each, by their position in the source's log.
 */
public final class DebeziumJsonDecoder extends RewritingDecoder {

  /** What connectors that read no statements, as that of SQL Server, put in the place of one. */
  private static final String NO_TEXT = "N/A";

  private static final int MAX_MESSAGE_BYTES = CanalJsonDecoder.MAX_MESSAGE_BYTES;

  private final RowSchemas schemas = new RowSchemas();
  private final RowSchemas keySchemas = new RowSchemas();
  private final DebeziumMessage message = new DebeziumMessage(schemas, problem);
  private final MessageKey key = new MessageKey();
  private final DebeziumTimes given = new DebeziumTimes();

  /**
   * @param rule tables whose messages are refused
   * @param zone in which TIMESTAMP columns are shown; canal-json has the changefeed's
   */
  public DebeziumJsonDecoder(DispatcherBy by, TableRule rule, ZoneId zone) {
    this(by, rule, zone, CommitTimes.ANY);
  }

  /**
   * @param rule tables whose messages are refused
   * @param zone in which TIMESTAMP columns are shown; canal-json has the changefeed's
   * @param times timestamps that are taken
   */
  public DebeziumJsonDecoder(DispatcherBy by, TableRule rule, ZoneId zone, CommitTimes times) {
    this(by, rule, new DebeziumOptions(zone, DebeziumOptions.UNAVAILABLE), times);
  }

  /**
   * @param rule tables whose messages are refused
   * @param times timestamps that are taken
   */
  public DebeziumJsonDecoder(
      DispatcherBy by, TableRule rule, DebeziumOptions options, CommitTimes times) {
    super(new CanalText(options), by, rule, times);
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
    if (buffer == null) {
      return skipped("tombstone");
    }
    problem.reset(start);
    Event event = null;
    if (length > MAX_MESSAGE_BYTES) {
      problem.tooLarge(length, MAX_MESSAGE_BYTES);
    } else {
      event = read(keyBytes, buffer, start, start + length) ? event() : null;
    }
    if (event != null && !problem.found()) {
      return event;
    }
    String primaryKey =
        problem.isOfContent() && key.hasColumns() ? LetterKey.of(key.bytes, key.columns) : "";
    return refused(keyBytes, buffer, start, length, table(), primaryKey);
  }

  /** The table that a refused message names as far as it could be read; else null. */
  private TableId table() {
    if (!problem.isOfRead()) {
      return null;
    }
    Span source = message.sourceSchema.isBlank() ? message.db : message.sourceSchema;
    Span database = message.ddl.isEmpty() ? source : message.databaseOfStatement();
    String schema = JsonTokens.text(message.bytes, database);
    String table = JsonTokens.tableOf(message);
    boolean isNamed = schema != null && !schema.isEmpty() && !table.isEmpty();
    return isNamed ? new TableId(schema, table) : null;
  }

  /** Reads key and message; false where a problem has been found. */
  private boolean read(byte[] keyBytes, byte[] buffer, int start, int end) {
    if (keyBytes == null) {
      key.clear();
    } else {
      key.read(keyBytes, 0, keyBytes.length);
    }
    message.read(buffer, start, end);
    if (problem.found() || !message.hasKeyAndValue) {
      return !problem.found();
    }
    int valueFrom = message.value.from;
    int valueTo = message.value.to;
    key.read(buffer, message.key.from, message.key.to);
    if (valueFrom < valueTo) {
      message.read(buffer, valueFrom, valueTo);
    }
    return !problem.found();
  }

  /** The event of a well-formed message; null where a problem has been found. */
  private Event event() {
    if (message.isTombstone) {
      return skipped("tombstone");
    } else if (!message.ddl.isEmpty()) {
      return statement();
    } else if (!message.op.isEmpty()) {
      return operation();
    } else if (!message.status.isEmpty()) {
      return skipped("transaction");
    } else if (!message.tableChanges.isEmpty()) {
      return statement();
    }
    boolean isHeartbeat = message.tsMs >= 0 && message.before.isEmpty() && message.after.isEmpty();
    return isHeartbeat ? skipped("heartbeat") : refuse(DebeziumField.OP, "is missing");
  }

  private Event operation() {
    boolean isLetter = message.op.to - message.op.from == 3;
    return switch (isLetter ? message.bytes[message.op.from + 1] : 0) {
      case 'c', 'r' -> row(INSERT, message.after, DebeziumField.AFTER);
      case 'u' -> row(UPDATE, message.after, DebeziumField.AFTER);
      case 'd' -> row(DELETE, message.before, DebeziumField.BEFORE);
      case 't' -> truncation();
      case 'm' -> message.commitTs > 0 ? resolved() : skipped("message");
      default -> refuse(DebeziumField.OP, "is none of c, r, u, d, t, m");
    };
  }

  private Event resolved() {
    return isAhead(DebeziumField.COMMIT_TS, message.commitTs)
        ? null
        : new Resolved(partition, message.commitTs);
  }

  private Event row(byte[] type, Span image, DebeziumField field) {
    if (isNameless()) {
      return null;
    }
    boolean byKey = image.isEmpty() && type == DELETE && key.hasColumns();
    if (image.isEmpty() && !byKey) {
      return refuse(field, "is missing");
    }
    long commitTs = commitTs(false);
    if (commitTs < 0 || !setSchema(byKey)) {
      return null;
    }
    Span row = byKey ? key.columns : image;
    change.bytes = byKey ? key.bytes : message.bytes;
    change.row.set(row.from, row.to);
    change.old.clear();
    if (type == UPDATE) {
      change.old.set(message.before.from, message.before.to);
    }
    Span database = message.sourceSchema.isBlank() ? message.db : message.sourceSchema;
    change.head = message.bytes;
    change.database.set(database.from, database.to);
    change.table.set(message.table.from, message.table.to);
    change.keyNames.clear();
    key.names(change.keyNames);
    change.tsMs = message.tsMs;
    int refused = text.row(type, change, commitTs);
    if (refused >= 0) {
      problem.invalid("column " + text.refusedColumn(change.bytes), text.refusal(), refused);
      return null;
    }
    return placedRow();
  }

  private boolean isNameless() {
    if (message.db.isBlank() && message.sourceSchema.isBlank()) {
      refuse(DebeziumField.DB, "is missing");
    } else if (message.table.isBlank()) {
      refuse(DebeziumField.TABLE, "is missing");
    }
    return problem.found();
  }

  private boolean setSchema(boolean byKey) {
    try {
      change.schema =
          byKey
              ? keySchemas.find(key.bytes, key.schema.from, key.schema.to)
              : schemas.find(message.bytes, message.schema.from, message.schema.to);
      return true;
    } catch (IOException e) {
      problem.malformed("schema can't be read", message.schema.from);
      return false;
    }
  }

  private Event truncation() {
    long commitTs = isNameless() ? -1 : commitTs(true);
    if (commitTs < 0) {
      return null;
    }
    String table = JsonTokens.text(message.bytes, message.table);
    if (table == null) {
      return refuse(DebeziumField.TABLE, "holds half a surrogate pair");
    }
    String name = table.replace("`", "``");
    Span database = message.sourceSchema.isBlank() ? message.db : message.sourceSchema;
    text.ddl(
        ascii("TRUNCATE"),
        JsonTokens.token(message.bytes, database),
        JsonTokens.token(message.bytes, message.table),
        JsonTokens.of("TRUNCATE TABLE `" + name + "`"),
        message.tsMs,
        commitTs);
    return writtenStatement();
  }

  private Event statement() {
    Span database = message.databaseOfStatement();
    String sql = JsonTokens.text(message.bytes, message.ddl);
    if (sql == null) {
      return refuse(DebeziumField.DDL, "holds half a surrogate pair");
    }
    TableChange told = TableChange.of(message);
    boolean isTold = sql.isEmpty() || sql.equals(NO_TEXT);
    if (isTold) {
      // there is no statement, or none that anybody could run
      boolean isGone = told.type().equals("DROP");
      sql = isGone ? "DROP TABLE `" + told.table().replace("`", "``") + "`" : NO_TEXT;
    }
    Statement statement = new Statement(sql);
    boolean isNameless = database.isBlank() || (isTold && told.table().isEmpty());
    if (isNameless || statement.isOfSession() || statement.isOfAdministration()) {
      return skipped(message.ddl.isEmpty() ? "schema" : "statement");
    }
    long commitTs = commitTs(true);
    if (commitTs < 0) {
      return null;
    }
    text.ddl(
        statement.canalType(),
        JsonTokens.token(message.bytes, database),
        JsonTokens.of(JsonTokens.tableOf(message)),
        JsonTokens.of(sql),
        message.tsMs,
        commitTs);
    Event event = writtenStatement();
    return event instanceof SchemaChange ddl ? told(ddl, told) : event;
  }

  private SchemaChange told(SchemaChange ddl, TableChange told) {
    String query = ddl.query().equals(NO_TEXT) ? "" : ddl.query();
    boolean isGone = told.type().equals("DROP");
    boolean isOfTable = ddl.table().table().equals(told.table()) && !isGone;
    List<TableShape.Column> columns = isOfTable ? told.columns() : List.of();
    // MySQL and MariaDB have no schemas in their databases
    boolean isOther = !(message.schemaName.isBlank() && message.sourceSchema.isBlank());
    String type = isOther && !columns.isEmpty() ? SchemaChange.OTHER_SQL : ddl.type();
    return new SchemaChange(ddl.partition(), ddl.commitTs(), ddl.table(), type, query, columns);
  }

  /** The row that has been written; null where that is refused. */
  private Event placedRow() {
    Event event = writtenRow();
    if (event instanceof Row row) {
      row.read(message.isOfSnapshot());
      if (message.commitTs <= 0) {
        // changes of one millisecond or second have one timestamp: that doesn't tell them apart
        row.printed(0);
        row.placed(message.position.place(row, message, key));
      }
    }
    return event;
  }

  /** The message's commit timestamp, or -1 after a problem. */
  private long commitTs(boolean ofStatement) {
    long commitTs = given.commitTs(message, timestampMs);
    if (commitTs < 0) {
      refuse(DebeziumField.SOURCE_TS_MS, given.refusal());
      return -1;
    }
    DebeziumField field =
        message.commitTs > 0 ? DebeziumField.COMMIT_TS : DebeziumField.SOURCE_TS_MS;
    if (isAhead(field, commitTs)) {
      return -1;
    }
    return message.commitTs > 0 ? commitTs : ordered(CommitTs.millis(commitTs), ofStatement);
  }

  private long ordered(long millis, boolean ofStatement) {
    CoarseTimes coarse = times.coarse();
    if (!ofStatement) {
      return coarse.ofRow(partition, millis);
    }
    long commitTs = coarse.ofStatement(partition, millis);
    return coarse.areOrdered() ? commitTs : DebeziumTimes.ofStatement(commitTs, message, offset);
  }

  private Event skipped(String reason) {
    return new Skipped(partition, reason);
  }

  private Event refuse(DebeziumField field, String what) {
    problem.invalid(field, what, message.end);
    return null;
  }
}
