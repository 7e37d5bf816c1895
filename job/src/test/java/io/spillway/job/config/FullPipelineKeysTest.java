package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Each key of a pipeline file that has them all is read by somebody. */
class FullPipelineKeysTest {
  private static final String FULL = Pipelines.resource("full-pipeline.yaml");

  @TempDir Path folder;
  private Pipelines pipelines;
  private PipelineConfig config;

  @BeforeEach
  void load() {
    pipelines = new Pipelines(folder);
    config = pipelines.load(FULL);
  }

  /** A key that could be taken out without any effect would be one that nothing reads. */
  @TestFactory
  List<DynamicTest> everyKeyCounts() {
    List<DynamicTest> tests = new ArrayList<>();
    for (List<Object> path : leaves(List.of(), parse(FULL))) {
      tests.add(DynamicTest.dynamicTest(path.toString(), () -> takingOutChangesSomething(path)));
    }
    assertThat(tests).hasSizeGreaterThan(70);
    return tests;
  }

  private void takingOutChangesSomething(List<Object> path) {
    Object document = parse(FULL);
    remove(document, path);
    String yaml = new Dump(DumpSettings.builder().build()).dumpToString(document);
    if (pipelines.faults(yaml).isEmpty()) {
      assertThat(pipelines.load(yaml)).isNotEqualTo(config);
    } else {
      assertThat(pipelines.faults(yaml)).noneMatch(fault -> fault.contains("not a known key"));
    }
  }

  private static Object parse(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  private static List<List<Object>> leaves(List<Object> path, Object node) {
    List<List<Object>> found = new ArrayList<>();
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> found.addAll(leaves(append(path, key), value)));
    } else if (node instanceof List<?> list && list.get(0) instanceof Map) {
      for (int i = 0; i < list.size(); i++) {
        found.addAll(leaves(append(path, i), list.get(i)));
      }
    } else {
      found.add(path);
    }
    return found;
  }

  private static List<Object> append(List<Object> path, Object key) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(key);
    return longer;
  }

  private static void remove(Object document, List<Object> path) {
    Object node = document;
    for (Object key : path.subList(0, path.size() - 1)) {
      node = node instanceof List<?> list ? list.get((Integer) key) : ((Map<?, ?>) node).get(key);
    }
    ((Map<?, ?>) node).remove(path.get(path.size() - 1));
  }
}
