package io.spillway.decode;

import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.LogPlace;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.tables.EventKind;
import io.spillway.tables.TableRules;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Another decoder, of whose rows only those go on that the rules choose, with the columns that they
 * leave and the name that they give: what is behind knows rows by that name only. Statements and
 * shapes keep the names of the source, by which the catalogue knows tables; see {@code Deliveries}.
 * Where rules hide values, a message that can't be decoded loses its bytes: nobody can tell what
 * they hold.
 */
public final class RuledDecoder implements MessageDecoder {
  private static final String DROPPED = "dropped by a table rule";
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] TYPE = "type".getBytes(StandardCharsets.US_ASCII);

  private final MessageDecoder decoder;
  private final TableRules rules;
  private final boolean hideValues;
  private final Function<TableId, Optional<String>> unusable;
  private final Map<DispatcherId, Ruled> known = new HashMap<>();
  private DispatcherId last;
  private Ruled ruledLast;
  private long messageMs;
  private final NameEditor names = new NameEditor();
  private final JsonScanner scan = new JsonScanner();
  private final ColumnEditor editor = new ColumnEditor();

  /**
   * What becomes of a dispatcher's rows.
   *
   * @param dispatcher the one behind the rules; null for rows that aren't delivered
   * @param name null where it stays
   * @param salt tells rows apart that come from different tables; 0 where the name stays
   * @param noPlace why nothing can be delivered by the new name; null where it can
   */
  private record Ruled(
      TableRules.Rule rule,
      DispatcherId dispatcher,
      NameEditor.Name name,
      int salt,
      String noPlace) {}

  /**
   * @param decoder never throws
   * @param unusable why a table can't have a name, or empty
   */
  public RuledDecoder(
      MessageDecoder decoder, TableRules rules, Function<TableId, Optional<String>> unusable) {
    this.decoder = decoder;
    this.unusable = unusable;
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
      Ruled ruled = of(row.dispatcher());
      return ruled.rule().keepsRows() ? row : ruled(row, ruled);
    }
    return hideValues && event instanceof Poison poison ? withoutValues(poison) : event;
  }

  private Ruled of(DispatcherId dispatcher) {
    if (dispatcher != last) {
      Ruled met = known.get(dispatcher);
      ruledLast = met == null ? meet(dispatcher) : met;
      last = dispatcher;
    }
    return ruledLast;
  }

  private Ruled meet(DispatcherId dispatcher) {
    TableId table = dispatcher.table();
    TableRules.Rule rule = rules.of(table);
    TableId name = rules.name(table).orElse(table);
    Ruled ruled =
        name.equals(table)
            ? new Ruled(rule, dispatcher, null, 0, null)
            : new Ruled(
                rule,
                dispatcher.named(name),
                NameEditor.Name.of(name.schema(), name.table()),
                dispatcher.key().hashCode() | 1,
                unusable.apply(name).orElse(null));
    known.put(dispatcher, ruled);
    return ruled;
  }

  private Event ruled(Row row, Ruled ruled) {
    TableRules.Rule rule = ruled.rule();
    if (rule.drop() || (rule.ignoresRows() && isIgnored(row, rule))) {
      return new Skipped(row.partition(), DROPPED, row.shape());
    }
    if (ruled.noPlace() != null) {
      return refused(
          row,
          "the rule on line %d gives %s the name %s, whose %s: change as"
              .formatted(
                  rule.line(),
                  row.dispatcher().table(),
                  ruled.dispatcher().table(),
                  ruled.noPlace()));
    }
    Row named = ruled.name() == null ? row : named(row, ruled);
    if (rule.columns().isEmpty()) {
      return named;
    }
    int end = named.offset() + named.length();
    byte[] edited = editor.edit(named.buffer(), named.offset(), end, rule.columns());
    return edited == null
        ? refused(
            row,
            "a rule of section tables hides %s, which is part of the key of %s: take it out of columns, or drop the table"
                .formatted(editor.hiddenKey(), row.dispatcher().table()))
        : named.carrying(edited);
  }

  /** Rows of two tables that have one name now may be alike, and aren't copies of each other. */
  private Row named(Row row, Ruled ruled) {
    int end = row.offset() + row.length();
    byte[] edited = names.edit(row.buffer(), row.offset(), end, ruled.name());
    Row named = row.carrying(ruled.dispatcher(), edited).from(ruled.salt());
    LogPlace place = row.place();
    return place.change() == 0
        ? named
        : named.placed(new LogPlace(Swar.mix(place.change() ^ ruled.salt()) | 1, place.content()));
  }

  private Poison refused(Row row, String reason) {
    return new Poison(
        new SourcePosition(row.partition(), row.sourceOffset(), messageMs),
        null,
        NOTHING,
        Poison.Kind.INVALID,
        reason,
        new Poison.About(row.headers(), row.dispatcher().table(), ""));
  }

  private boolean isIgnored(Row row, TableRules.Rule rule) {
    String type = type(row);
    for (EventKind kind : rule.ignored()) {
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
