package io.spillway.tools.rules;

import io.spillway.decode.CoarseTimes;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.EarlierMessages;
import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.flow.Decoders;
import io.spillway.source.DecoderFactory;
import io.spillway.tables.TableRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the rules of a pipeline do to the tables of some messages of its sources. */
public final class RuleEffects {
  private final TableRules rules;
  private final Map<TableId, OfTable> tables = new TreeMap<>();
  private long messages;
  private long unreadable;

  /** What was seen of one table. */
  private static final class OfTable {
    private long rows;
    private long statements;
    private long ignored;
    private long refused;
    private String reason = "";
    private final TreeSet<String> excluded = new TreeSet<>();
    private final TreeSet<String> masked = new TreeSet<>();
  }

  private RuleEffects(TableRules rules) {
    this.rules = rules;
  }

  /**
   * Reads some messages of each source.
   *
   * @param most of each partition
   * @throws IOException where a source can't be read
   */
  public static RuleEffects of(PipelineConfig config, int most) throws IOException {
    RuleEffects effects = new RuleEffects(config.tables());
    DispatcherBy by = DispatcherBy.valueOf(config.dispatcherBy().name());
    for (SourceConfig source : config.sources()) {
      DecoderFactory plain = Decoders.of(by, source.reading());
      MessageDecoder all = plain.decoder(CoarseTimes.AS_GIVEN, EarlierMessages.NONE);
      MessageDecoder ruled =
          Decoders.ruled(plain, config.tables())
              .decoder(CoarseTimes.AS_GIVEN, EarlierMessages.NONE);
      SampledMessages.read(
          source,
          most,
          (partition, offset, key, value) -> {
            int length = value == null ? 0 : value.length;
            effects.messages++;
            Event each = all.decode(partition, offset, -1, key, value, 0, length);
            Event with = ruled.decode(partition, offset, -1, key, value, 0, length);
            while (each != null) {
              effects.add(each, with);
              each = all.next();
              with = ruled.next();
            }
          });
    }
    return effects;
  }

  /** Takes note of an event as it is without rules, and with them. */
  private void add(Event plain, Event ruled) {
    if (plain instanceof Row row) {
      TableId table = row.dispatcher().table();
      OfTable seen = of(table);
      seen.rows++;
      if (row.shape() != null) {
        columns(seen, row.shape());
      }
      if (ruled instanceof Skipped) {
        seen.ignored++;
      } else if (ruled instanceof Poison poison) {
        seen.refused++;
        seen.reason = poison.reason();
      }
    } else if (plain instanceof SchemaChange ddl && !ddl.table().isSchema()) {
      of(ddl.table()).statements++;
    } else if (plain instanceof Poison) {
      unreadable++;
    }
  }

  private OfTable of(TableId table) {
    return tables.computeIfAbsent(table, t -> new OfTable());
  }

  private void columns(OfTable seen, TableShape shape) {
    var hidden = rules.of(shape.table()).columns();
    for (TableShape.Column column : shape.columns()) {
      if (hidden.excludes(column.name())) {
        seen.excluded.add(column.name());
      } else if (hidden.hides(column.name())) {
        seen.masked.add(column.name());
      }
    }
  }

  private List<TableRules.Rule> unmatched() {
    List<TableRules.Rule> unmatched = new ArrayList<>(rules.all());
    tables.keySet().forEach(table -> unmatched.remove(rules.of(table)));
    return unmatched;
  }

  /** For people, one line a table. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "sample:       %,d messages, %,d tables%s",
            messages,
            tables.size(),
            unreadable == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d messages can't be decoded", unreadable)));
    tables.forEach((table, seen) -> lines.add("  " + line(table, seen)));
    for (TableRules.Rule rule : unmatched()) {
      lines.add(
          "  the rule on line %d (%s) is for none of these tables"
              .formatted(rule.line(), rule.match()));
    }
    return lines;
  }

  private String line(TableId table, OfTable seen) {
    TableRules.Rule rule = rules.of(table);
    String name =
        rules.name(table).map(to -> to.equals(table) ? "" : " -> " + to).orElse(" is dropped");
    StringBuilder text = new StringBuilder(table + name);
    text.append(rule.line() == 0 ? ", no rule" : ", rule on line " + rule.line());
    text.append(String.format(Locale.ROOT, ": %,d rows", seen.rows));
    if (seen.statements > 0) {
      text.append(String.format(Locale.ROOT, ", %,d statements", seen.statements));
    }
    if (seen.ignored > 0 && !rule.drop()) {
      text.append(String.format(Locale.ROOT, ", of which %,d rows are ignored", seen.ignored));
    }
    if (!seen.excluded.isEmpty()) {
      text.append(", without ").append(String.join(", ", seen.excluded));
    }
    if (!seen.masked.isEmpty()) {
      text.append(", masks ").append(String.join(", ", seen.masked));
    }
    if (seen.refused > 0) {
      text.append(
          String.format(
              Locale.ROOT, ", %,d rows would be dead letters: %s", seen.refused, seen.reason));
    }
    return text.toString();
  }

  /** The same for programs. */
  public Map<String, Object> fields() {
    List<Map<String, Object>> all = new ArrayList<>();
    tables.forEach((table, seen) -> all.add(fields(table, seen)));
    List<Map<String, Object>> without = new ArrayList<>();
    for (TableRules.Rule rule : unmatched()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("line", rule.line());
      fields.put("match", rule.match().toString());
      without.add(fields);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("messages", messages);
    fields.put("undecodable", unreadable);
    fields.put("tables", all);
    fields.put("unmatchedRules", without);
    return fields;
  }

  private Map<String, Object> fields(TableId table, OfTable seen) {
    TableRules.Rule rule = rules.of(table);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("table", table.toString());
    fields.put("line", rule.line());
    fields.put("dropped", rule.drop());
    fields.put("name", rules.name(table).map(TableId::toString).orElse(null));
    fields.put("rows", seen.rows);
    fields.put("statements", seen.statements);
    fields.put("ignored", rule.drop() ? 0 : seen.ignored);
    fields.put("excluded", List.copyOf(seen.excluded));
    fields.put("masked", List.copyOf(seen.masked));
    fields.put("deadLetters", seen.refused);
    return fields;
  }
}
