package io.spillway.job.config;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * What the file format has and this version cannot do yet. The table is the only place that knows;
 * an entry that is taken out is available.
 */
final class Availability {
  private static final String MESSAGE = "is not available in this version";

  static final Availability CURRENT =
      new Availability(
          List.of(
              values("sources[].format", "simple-json", "open-protocol"),
              values("storage.format", "csv", "parquet"),
              values("storage.compression", "gzip", "zstd")));

  /** Everything that the file format has. */
  static final Availability ALL = new Availability(List.of());

  private sealed interface Gap {
    String path();
  }

  private record Values(String path, Set<String> missing) implements Gap {}

  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

  private final List<Gap> gaps;

  private Availability(List<Gap> gaps) {
    this.gaps = gaps;
  }

  private static Gap values(String path, String... missing) {
    return new Values(path, Set.of(missing));
  }

  /** Adds a fault for everything in the file that cannot be had yet. */
  void check(MappingNode root, Context context) {
    check("", root, YamlSource.line(root), context);
  }

  private void check(String path, Node node, int line, Context context) {
    String general = INDEX.matcher(path).replaceAll("[]");
    for (Gap gap : gaps) {
      if (gap.path().equals(general)) {
        check(gap, node, path, line, context);
      }
    }
    // Nothing below a gap's path is looked at, so that an alias to itself ends the walk.
    if (gaps.stream().noneMatch(gap -> gap.path().startsWith(general))) {
      return;
    }
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
          String nested = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
          check(nested, tuple.getValueNode(), YamlSource.line(key), context);
        }
      }
    } else if (node instanceof SequenceNode list) {
      int index = 0;
      for (Node item : list.getValue()) {
        check(path + "[" + index++ + "]", item, YamlSource.line(item), context);
      }
    }
  }

  private static void check(Gap gap, Node node, String path, int line, Context context) {
    if (node instanceof ScalarNode) {
      Value value = Value.of(path, line, node, context);
      if (gap instanceof Values values && values.missing().contains(value.text(""))) {
        value.fault(MESSAGE);
      }
    }
  }
}
