package io.spillway.decode;

import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Poison.About;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decodes canal-json: canal's flat message, with or without TiCDC's {@code _tidb} extension. It
 * reads the fields that route a message; everything else is checked to be JSON and UTF-8, and
 * passed on as it came. Anything that Jackson refuses is refused, and some more: a field that
 * routes must not be given twice, and text must be UTF-8 by the letter.
 *
 * <p>{@code INSERT}, {@code UPDATE} and {@code DELETE} are rows, in any letter case; so are the
 * types that sources have for the copy of a whole table, as {@code INIT}. {@code isDdl} makes a
 * schema change of any type, {@code TIDB_WATERMARK} is a resolved event. All other types are
 * skipped where they have no rows, and refused where they have. An INSERT or UPDATE that holds only
 * its key is refused, too. The commit timestamp is {@code _tidb.commitTs}, or {@code es} (ms) where
 * there is no extension; an {@code es} that can't be in ms, as 0 or one in seconds, gives way to
 * the message's own time. A reader in the order of the stream gives each such message a timestamp
 * of its own, see {@link StreamClocks}, and the row's slice then ends with {@code _tidb.commitTs}.
 *
 * <p>A row's slice has no white space around it and no line break in it: where the message has line
 * breaks between its tokens, the slice is a copy with blanks in their place.
 */
public final class CanalJsonDecoder implements MessageDecoder {
  /** Longest message in bytes; TiCDC's own default limit is 10 MiB. */
  public static final int MAX_MESSAGE_BYTES = 16 << 20;

  private static final byte[] INSERT = ascii("INSERT");
  private static final byte[] UPDATE = ascii("UPDATE");
  private static final byte[] DELETE = ascii("DELETE");
  private static final byte[] WATERMARK = ascii("TIDB_WATERMARK");

  /** What a source must do that leaves out all but the key of rows that are too large. */
  static final String WHOLE_ROWS =
      "let the changefeed send whole rows (large-message-handle-option none, and max-message-bytes"
          + " and the topic's max.message.bytes above the largest row)";

  /** Longest type that is worth a skip reason of its own. */
  private static final int MAX_REASON_LENGTH = 32;

  private static final byte[] EXTENSION = ascii(",\"_tidb\":{\"commitTs\":");
  private static final byte[] EXTENSION_END = ascii("}}");

  /** 1973: in seconds it would be the year 5138. No source with a binlog is that old. */
  private static final long EARLIEST_MILLIS = 100_000_000_000L;

  private final Problem problem = new Problem();
  private final JsonBuffer stamped = new JsonBuffer();
  private final CanalMessage message = new CanalMessage(problem);
  private final TableCache tables;
  private final TableRule rule;
  private final CommitTimes times;
  private long timestampMs;

  public CanalJsonDecoder(DispatcherBy by) {
    this(by, TableRule.ANY);
  }

  public CanalJsonDecoder(DispatcherBy by, TableRule rule) {
    this(by, rule, CommitTimes.ANY);
  }

  /**
   * @param rule tables whose messages are refused
   * @param times timestamps that are taken
   */
  public CanalJsonDecoder(DispatcherBy by, TableRule rule, CommitTimes times) {
    this.rule = rule;
    this.times = times;
    tables = new TableCache(by, rule);
  }

  @Override
  public Event decode(
      SourcePartition partition,
      long offset,
      long timeMs,
      byte[] key,
      byte[] buffer,
      int start,
      int length) {
    timestampMs = timeMs;
    if (buffer == null) {
      // a compacted topic's word for "this key is gone": it carries nothing to deliver
      return new Skipped(partition, "tombstone");
    }
    problem.reset(start);
    Event event = null;
    if (length > MAX_MESSAGE_BYTES) {
      problem.tooLarge(length, MAX_MESSAGE_BYTES);
    } else {
      message.read(buffer, start, start + length);
      event = problem.found() ? null : event(partition);
    }
    if (event instanceof Row row) {
      return row.at(offset).sent(key, timestampMs);
    } else if (event != null) {
      return event;
    }
    SourcePosition position = new SourcePosition(partition, offset, timestampMs);
    return refused(position, key, Arrays.copyOfRange(buffer, start, start + length));
  }

  /**
   * As {@link #decode}, of a row that has just been written as canal-json: what is known of it
   * isn't read again. The letter of one that is refused holds what was written.
   */
  Event written(SourcePartition partition, long offset, long timeMs, CanalText text) {
    JsonBuffer out = text.out;
    problem.reset(0);
    Event event = null;
    if (out.size() > MAX_MESSAGE_BYTES) {
      problem.tooLarge(out.size(), MAX_MESSAGE_BYTES);
    } else {
      message.take(out, text.written);
      event = problem.found() ? null : row(partition, message.type.is(DELETE));
    }
    if (event instanceof Row row) {
      return row.at(offset).sent(null, timeMs);
    }
    SourcePosition position = new SourcePosition(partition, offset, timeMs);
    return refused(position, null, Arrays.copyOf(out.bytes(), out.size()));
  }

  private Poison refused(SourcePosition position, byte[] key, byte[] value) {
    boolean isRead = problem.isOfContent();
    About about = new About(List.of(), table(), isRead ? message.letterKey() : "");
    return new Poison(position, key, value, problem.kind(), problem.reason(), about);
  }

  /** The table that a refused message names as far as it could be read; else null. */
  private TableId table() {
    boolean named = problem.isOfRead() && !message.database.isEmpty() && !message.table.isEmpty();
    return named ? new TableId(message.database.toString(), message.table.toString()) : null;
  }

  /** The event of a well-formed message; null where a problem has been found. */
  private Event event(SourcePartition partition) {
    Slice type = message.type;
    if (type.isEmpty()) {
      return refuse(Field.TYPE, "is missing");
    }
    if (message.isDdl) {
      return schemaChange(partition);
    }
    boolean delete = type.is(DELETE);
    if (delete && message.rows == 0) {
      return rewritten(partition, RowRewriter.DELETE);
    }
    if (delete || type.is(INSERT) || type.is(UPDATE)) {
      return row(partition, delete);
    }
    return type.is(WATERMARK) ? resolved(partition) : unusual(partition, type.toString());
  }

  private Event resolved(SourcePartition partition) {
    if (message.watermarkTs < 0) {
      return refuse(Field.WATERMARK_TS, "is missing");
    }
    return isAhead(Field.WATERMARK_TS, message.watermarkTs)
        ? null
        : new Resolved(partition, message.watermarkTs);
  }

  /** A type that isn't TiCDC's or canal's own. Whatever has rows is never skipped. */
  private Event unusual(SourcePartition partition, String type) {
    String known = RowRewriter.typeOf(type);
    if (known != null && (message.rows > 0 || known.equalsIgnoreCase(type))) {
      return rewritten(partition, known);
    }
    return message.rows > 0
        ? refuse(Field.TYPE, "is none of a row, and there are rows in data")
        : new Skipped(partition, reason(type));
  }

  private Event rewritten(SourcePartition partition, String type) {
    byte[] anew = new RowRewriter().anew(message, type);
    problem.reset(0);
    message.read(anew, 0, anew.length);
    return problem.found() ? null : row(partition, type.equals(RowRewriter.DELETE));
  }

  private Event schemaChange(SourcePartition partition) {
    if (!message.sql.isAbsent() && new Statement(message.sql.toString()).isOfAdministration()) {
      return new Skipped(partition, "statement");
    }
    if (message.database.isEmpty()) {
      return refuse(Field.DATABASE, "is missing");
    }
    if (message.sql.isAbsent()) {
      return refuse(Field.SQL, "is missing");
    }
    long commitTs = commitTs(partition, true);
    if (commitTs < 0) {
      return null;
    }
    TableId table = new TableId(message.database.toString(), message.table.toString());
    Optional<String> refusal = rule.refusal(table);
    if (refusal.isPresent()) {
      return refuse(Field.TABLE, refusal.get());
    }
    return new SchemaChange(
        partition, commitTs, table, message.type.toString(), message.sql.toString());
  }

  private Event row(SourcePartition partition, boolean delete) {
    if (message.database.isEmpty()) {
      return refuse(Field.DATABASE, "is missing");
    }
    if (message.table.isEmpty()) {
      return refuse(Field.TABLE, "is missing");
    }
    if (message.rows == 0) {
      return refuse(Field.DATA, "holds no row");
    }
    if (message.leftOut != null && !delete) {
      return refuse(message.leftOut, "says that only the row's key is here: " + WHOLE_ROWS);
    }
    long commitTs = commitTs(partition, false);
    if (commitTs < 0) {
      return null;
    }
    KnownTable known = tables.find(partition, message.database, message.table);
    if (known.refusal() != null) {
      return refuse(Field.TABLE, known.refusal());
    }
    boolean full = !delete && message.typesEnd > 0;
    TableShape shape = null;
    if (known.mayDiffer(full, message.shapePrint())) {
      List<TableShape.Column> columns = ColumnReader.columns(message);
      if (columns == null) {
        problem.malformed("columns can't be read", message.rowStart);
        return null;
      }
      shape = known.learn(columns, full, message.shapePrint(), commitTs);
    }
    return row(partition, known, commitTs, shape);
  }

  private Row row(SourcePartition partition, KnownTable known, long commitTs, TableShape shape) {
    byte[] bytes = message.bytes;
    int start = message.start;
    int length = message.end - start;
    if (message.hasLineBreak) {
      bytes = withoutLineBreaks(bytes, start, length);
      start = 0;
    }
    if (!message.extended && times.coarse().areOrdered() && !message.has(Field.TIDB)) {
      stamped.clear();
      stamped
          .put(bytes, start, start + length - 1)
          .put(EXTENSION)
          .number(commitTs)
          .put(EXTENSION_END);
      bytes = stamped.bytes();
      start = 0;
      length = stamped.size();
    }
    Row row = new Row(partition, known.dispatcher(), commitTs, bytes, start, length, shape);
    return row.printed(message.extended ? message.rowPrint() : 0);
  }

  /** The message's commit timestamp, or -1 after a problem. */
  private long commitTs(SourcePartition partition, boolean ofStatement) {
    if (message.extended) {
      if (message.commitTs < 0) {
        refuse(Field.COMMIT_TS, "is missing");
      }
      return isAhead(Field.COMMIT_TS, message.commitTs) ? -1 : message.commitTs;
    }
    long millis = millis();
    if (millis < 0 || isAhead(Field.ES, CommitTs.ofMillis(millis))) {
      return -1;
    }
    return ofStatement
        ? times.coarse().ofStatement(partition, millis)
        : times.coarse().ofRow(partition, millis);
  }

  /** The source's time, or the message's own where that is none; -1 after a problem. */
  private long millis() {
    if (message.es < 0 || message.es > CommitTs.MAX_MILLIS) {
      refuse(Field.ES, message.es < 0 ? "is missing" : "is no time in ms");
      return -1;
    }
    if (message.es >= EARLIEST_MILLIS) {
      return message.es;
    }
    if (timestampMs < EARLIEST_MILLIS) {
      refuse(
          Field.ES,
          "is "
              + message.es
              + ", which is no time in ms (seconds?), and the message has no time of its own");
      return -1;
    }
    return timestampMs;
  }

  /** Whether progress must not be carried to this time; then that is the problem. */
  private boolean isAhead(Field field, long commitTs) {
    if (!times.isAhead(commitTs)) {
      return false;
    }
    problem.ahead(field, times.refusal(commitTs));
    return true;
  }

  private Event refuse(Field field, String what) {
    problem.invalid(field, what, message.end);
    return null;
  }

  /** Types are few words; anything else would make as many counters as there are values. */
  private static String reason(String type) {
    boolean isWord =
        type.length() <= MAX_REASON_LENGTH
            && type.chars().allMatch(c -> c == '_' || (c < 128 && Character.isLetterOrDigit(c)));
    return isWord ? type.toLowerCase(Locale.ROOT) : "other";
  }

  /** No string can hold them raw, so every one in the message is white space. */
  private static byte[] withoutLineBreaks(byte[] bytes, int start, int length) {
    byte[] copy = Arrays.copyOfRange(bytes, start, start + length);
    for (int i = 0; i < copy.length; i++) {
      if (copy[i] == '\n' || copy[i] == '\r') {
        copy[i] = ' ';
      }
    }
    return copy;
  }

  private static byte[] ascii(String word) {
    return word.getBytes(StandardCharsets.US_ASCII);
  }
}
