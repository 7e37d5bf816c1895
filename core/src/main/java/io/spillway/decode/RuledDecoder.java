package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.tables.RowKind;
import io.spillway.tables.TableRules;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Another decoder, of whose rows only those go on that the rules choose, with the columns that they
 * leave. Where rules hide values, a message that can't be decoded loses its bytes: nobody can tell
 * what they hold.
 */
public final class RuledDecoder implements MessageDecoder {
  private static final String DROPPED = "dropped by a table rule";
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] TYPE = "type".getBytes(StandardCharsets.US_ASCII);

  private final MessageDecoder decoder;
  private final TableRules rules;
  private final boolean hideValues;
  private final Map<TableId, TableRules.Rule> known = new HashMap<>();
  private final JsonScanner scan = new JsonScanner();
  private final ColumnEditor editor = new ColumnEditor();
  private long messageMs;

  /**
   * @param decoder never throws
   */
  public RuledDecoder(MessageDecoder decoder, TableRules rules) {
    this.decoder = decoder;
    this.rules = rules;
    this.hideValues = rules.hideValues();
  }

  @Override
  public Event decode(
      SourcePartition partition,
      long offset,
      long timestampMs,
      byte[] key,
      byte[] buffer,
      int start,
      int length) {
    messageMs = timestampMs;
    return ruled(decoder.decode(partition, offset, timestampMs, key, buffer, start, length));
  }

  @Override
  public Event next() {
    Event event = decoder.next();
    return event == null ? null : ruled(event);
  }

  private Event ruled(Event event) {
    if (event instanceof Row row) {
      TableRules.Rule rule = known.computeIfAbsent(row.dispatcher().table(), rules::of);
      return rule.keepsRows() ? row : ruled(row, rule);
    }
    return hideValues && event instanceof Poison poison ? withoutValues(poison) : event;
  }

  private Event ruled(Row row, TableRules.Rule rule) {
    if (rule.drop() || (!rule.ignored().isEmpty() && isIgnored(row, rule))) {
      return new Skipped(row.partition(), DROPPED);
    }
    if (rule.columns().isEmpty()) {
      return row;
    }
    int end = row.offset() + row.length();
    byte[] edited = editor.edit(row.buffer(), row.offset(), end, rule.columns());
    if (edited == null) {
      return new Poison(
          new SourcePosition(row.partition(), row.sourceOffset(), messageMs),
          null,
          NOTHING,
          Poison.Kind.INVALID,
          "a rule of section tables hides %s, which is part of the key of %s: take it out of columns, or drop the table"
              .formatted(editor.hiddenKey(), row.dispatcher().table()),
          new Poison.About(row.headers(), row.dispatcher().table(), ""));
    }
    return row.carrying(edited);
  }

  private boolean isIgnored(Row row, TableRules.Rule rule) {
    String type = type(row);
    for (RowKind kind : rule.ignored()) {
      if (kind.name().equals(type)) {
        return true;
      }
    }
    return false;
  }

  /** The value of the message's own {@code type}; rows have one of three in capitals. */
  private String type(Row row) {
    byte[] bytes = row.buffer();
    scan.reset(bytes, row.offset() + row.length());
    int at = scan.open(scan.white(row.offset()), 1);
    while (scan.at(at) == '"') {
      int name = at + 1;
      int value = scan.key(at);
      boolean isType = is(bytes, name, scan.keyEnd(), TYPE);
      int after = scan.value(value, 1);
      if (isType) {
        return new String(bytes, value + 1, after - value - 2, StandardCharsets.US_ASCII);
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    return "";
  }

  private static boolean is(byte[] bytes, int from, int to, byte[] name) {
    return Arrays.equals(bytes, from, to, name, 0, name.length);
  }

  private static Poison withoutValues(Poison poison) {
    return new Poison(
        poison.position(),
        null,
        NOTHING,
        poison.kind(),
        poison.reason() + "; its bytes are left out, because a rule of section tables hides values",
        new Poison.About(poison.about().headers(), poison.about().table(), ""));
  }
}
