package io.spillway.job.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One mapping of the file. The keys that its reader asks for are the known ones; {@link #close()}
 * refuses all others. A section that is not in the file reads as an empty one.
 */
final class Section implements AutoCloseable {
  private record Entry(int line, Node node) {}

  private final String path;
  private final int line;
  private final Context context;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  Section(String path, MappingNode node, Context context) {
    this(path, YamlSource.line(node), context);
    for (NodeTuple tuple : node.getValue()) {
      put(tuple.getKeyNode(), tuple.getValueNode());
    }
  }

  private Section(String path, int line, Context context) {
    this.path = path;
    this.line = line;
    this.context = context;
  }

  private void put(Node key, Node value) {
    int at = YamlSource.line(key);
    if (!(key instanceof ScalarNode scalar)) {
      context.faults().add(at, path, "", "a key must be a single word");
      return;
    }
    Optional<String> renamed = RenamedKeys.newName(path(scalar.getValue()));
    renamed.ifPresent(name -> context.faults().rename(at, path(scalar.getValue()), name));
    String name = renamed.orElse(scalar.getValue());
    Entry first = entries.putIfAbsent(name, new Entry(at, value));
    if (first != null) {
      context.faults().add(at, path(name), "", "is given twice, first on line " + first.line());
    }
  }

  private void know(String key) {
    if (known.add(key)) {
      context.asked().accept(path(key));
    }
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  /** The keys of the file, for a section whose keys are free. */
  Set<String> keys() {
    return entries.keySet();
  }

  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Whether no fault was found at any of these keys so far. */
  boolean sound(String... keys) {
    for (String key : keys) {
      if (!context.faults().noneAt(path(key))) {
        return false;
      }
    }
    return true;
  }

  /** Adds a fault that shows the key's value, where it has one. */
  void fault(String key, String message) {
    know(key);
    Entry entry = entries.get(key);
    int at = entry == null ? line : entry.line();
    String shown =
        entry != null && entry.node() instanceof ScalarNode scalar
            ? SecretNames.show(path(key), scalar.getValue())
            : "";
    context.faults().add(at, path(key), shown, message);
  }

  /** Adds a fault at a line below the key. */
  void faultAt(int onLine, String key, String message) {
    fault(onLine, path(key), message);
  }

  /** Keys that are not read now, but are no mistakes either. */
  void ignore(Collection<String> keys) {
    keys.forEach(this::know);
  }

  /** Refuses the key where it is given. */
  void refuse(String key, String reason) {
    if (has(key)) {
      fault(key, reason);
    }
    know(key);
  }

  /** The single value of a key; absent where the key is, or where it has no usable value. */
  Value value(String key) {
    know(key);
    Entry entry = entries.get(key);
    return entry == null
        ? Value.absent(path(key), line, context)
        : Value.of(path(key), entry.line(), entry.node(), context);
  }

  /** Whether the value is a mapping, for keys that take a word or a mapping. */
  boolean isMapping(String key) {
    know(key);
    return has(key) && entries.get(key).node() instanceof MappingNode;
  }

  /** The mapping of a key. */
  Section section(String key) {
    know(key);
    Entry entry = entries.get(key);
    if (entry == null) {
      return new Section(path(key), line, context);
    }
    return nested(path(key), entry.line(), entry.node())
        .orElseGet(() -> new Section(path(key), entry.line(), context));
  }

  /** The mappings of a list; empty where the key is not there. */
  List<Section> sections(String key) {
    List<Section> found = new ArrayList<>();
    elements(key, "a list of mappings", item -> found.addAll(nested(item).stream().toList()));
    return found;
  }

  /** The single values of a list; empty where the key is not there. */
  List<Value> values(String key) {
    List<Value> found = new ArrayList<>();
    elements(
        key,
        "a list, as [a, b]",
        item -> found.add(Value.of(item.path(), item.line(), item.node(), context)));
    return found;
  }

  /** Words: a single one or a list of them; empty where the key is not there. */
  List<String> words(String key) {
    Entry entry = entries.get(key);
    List<Value> found =
        entry != null && entry.node() instanceof SequenceNode ? values(key) : List.of(value(key));
    return found.stream().flatMap(value -> value.asText().stream()).toList();
  }

  /** Whether the value is a list, for keys that take a word or a list. */
  boolean isList(String key) {
    know(key);
    return has(key) && entries.get(key).node() instanceof SequenceNode;
  }

  int line() {
    return line;
  }

  private record Item(String path, int line, Node node) {}

  private void elements(String key, String wanted, Consumer<Item> each) {
    know(key);
    Entry entry = entries.get(key);
    if (entry == null) {
      return;
    }
    if (!(entry.node() instanceof SequenceNode list)) {
      fault(key, "must be " + wanted);
      return;
    }
    int index = 0;
    for (Node node : list.getValue()) {
      each.accept(new Item(path(key) + "[" + index++ + "]", YamlSource.line(node), node));
    }
    if (index == 0) {
      fault(entry.line(), path(key), "must have at least one entry");
    }
  }

  private Optional<Section> nested(Item item) {
    return nested(item.path(), item.line(), item.node());
  }

  private Optional<Section> nested(String at, int onLine, Node node) {
    if (node instanceof MappingNode mapping) {
      return Optional.of(new Section(at, mapping, context));
    }
    fault(onLine, at, "must be a mapping of keys to values");
    return Optional.empty();
  }

  private void fault(int onLine, String at, String message) {
    context.faults().add(onLine, at, "", message);
  }

  /** Refuses the keys that nobody asked for. Their values are not shown: they may be secrets. */
  @Override
  public void close() {
    entries.forEach(
        (key, entry) -> {
          if (!known.contains(key)) {
            fault(entry.line(), path(key), "is not a known key" + Spelling.hint(key, known));
          }
        });
  }
}
