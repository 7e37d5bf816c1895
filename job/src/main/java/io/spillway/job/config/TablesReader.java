package io.spillway.job.config;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.layout.Layout;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.EventKind;
import io.spillway.tables.Mask;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads section {@code tables}: which tables are delivered, and what of them. */
final class TablesReader {
  private static final String EVENTS =
      Arrays.stream(EventKind.values()).map(EventKind::word).collect(Collectors.joining(", "))
          + ": a statement that changes columns can't be left out, as rows follow it";

  private static final int MOST_KEPT = 1000;

  private enum Word {
    SHA256(new Mask.Sha256()),
    HIDE(new Mask.Null());

    private final Mask mask;

    Word(Mask mask) {
      this.mask = mask;
    }
  }

  private TablesReader() {}

  static TableRules read(Section root, SpoolConfig spool) {
    if (!root.has("tables")) {
      return TableRules.NONE;
    }
    List<TableRules.Rule> rules = new ArrayList<>();
    for (Section section : root.sections("tables")) {
      rules.add(rule(section, spool));
    }
    return new TableRules(rules);
  }

  private static TableRules.Rule rule(Section section, SpoolConfig spool) {
    try (section) {
      if (!section.has("match")) {
        section.fault("match", "is required: a list of tables, as [\"shop.*\", \"!shop.tmp_*\"]");
      }
      boolean drop = section.value("drop").flag(false);
      if (drop) {
        String why = "has no effect, as drop leaves out everything of these tables";
        section.refuse("as", why);
        section.refuse("events", why);
        section.refuse("columns", why);
        section.refuse("file-size", why);
        section.refuse("flush-interval", why);
      }
      return new TableRules.Rule(
          filter(section, "match"),
          drop ? Route.NOWHERE : route(section.value("as")),
          ignored(section.section("events")),
          columns(section.section("columns")),
          files(section, spool),
          section.line());
    }
  }

  private static Route route(Value value) {
    String as = value.text("");
    if (as.isEmpty()) {
      return Route.SAME;
    }
    int dot = as.indexOf('.');
    if (dot < 0) {
      value.fault("must have two parts, as lake.{table}: database and table");
      return Route.SAME;
    }
    try {
      Route route =
          new Route.Renamed(
              new NamePart(as.substring(0, dot)), new NamePart(as.substring(dot + 1)));
      route
          .of(new TableId("s", "t"))
          .flatMap(Layout::unusable)
          .ifPresent(why -> value.fault("has no place in a bucket: " + why));
      return route;
    } catch (IllegalArgumentException e) {
      value.fault("is no name, as lake.{table}: " + e.getMessage());
      return Route.SAME;
    }
  }

  private static TableRules.Files files(Section section, SpoolConfig spool) {
    return new TableRules.Files(
        section.value("file-size").isPresent() ? StorageReader.fileSize(section, spool) : 0,
        section.value("flush-interval").isPresent()
            ? StorageReader.flushInterval(section).toMillis()
            : 0);
  }

  /** The tables that a list of patterns chooses. */
  static TableFilter filter(Section section, String key) {
    List<String> rules = new ArrayList<>();
    for (Value value : section.values(key)) {
      try {
        String rule = value.text("*.*");
        var unused = new TableFilter(List.of(rule));
        rules.add(rule);
      } catch (IllegalArgumentException e) {
        value.fault(e.getMessage());
      }
    }
    return new TableFilter(rules);
  }

  private static Set<EventKind> ignored(Section section) {
    try (section) {
      EnumSet<EventKind> kinds = EnumSet.noneOf(EventKind.class);
      for (Value value : section.values("ignore")) {
        EventKind.ofWord(value.text(""))
            .ifPresentOrElse(kinds::add, () -> value.fault("is not one of " + EVENTS));
      }
      return kinds;
    }
  }

  private static ColumnRules columns(Section section) {
    try (section) {
      Set<String> excluded = new HashSet<>(section.words("exclude"));
      Map<String, Mask> masks = masks(section.section("mask"));
      for (String name : masks.keySet()) {
        if (excluded.contains(name)) {
          section.fault("mask." + name, "masks a column that columns.exclude leaves out");
        }
      }
      return new ColumnRules(excluded, masks);
    }
  }

  private static Map<String, Mask> masks(Section section) {
    Map<String, Mask> masks = new LinkedHashMap<>();
    for (String column : section.keys()) {
      masks.put(
          column,
          section.isMapping(column)
              ? keep(section.section(column))
              : section.value(column).choice(Word.SHA256).mask);
    }
    return masks;
  }

  private static Mask keep(Section section) {
    try (section) {
      boolean last = section.has("keep-last");
      if (last == section.has("keep-first")) {
        section.fault("keep-last", "is required, or keep-first: how many characters stay");
      }
      String key = last ? "keep-last" : "keep-first";
      return new Mask.Keep(section.value(key).integer(1, 1, MOST_KEPT), last);
    }
  }
}
