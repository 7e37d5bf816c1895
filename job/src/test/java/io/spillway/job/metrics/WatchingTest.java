package io.spillway.job.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.metrics.FlinkMetric;
import io.spillway.metrics.KnownMetric;
import io.spillway.metrics.MetricCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Alert rules and dashboard against the catalogue and the runbook. */
class WatchingTest {
  private static final Path CONF = Path.of("..", "flink-conf");
  private static final Path RUNBOOK = Path.of("..", "docs", "runbook.md");
  private static final Pattern METRIC = Pattern.compile("\\b(flink_\\w+|spillway_\\w+|\\w+_total)");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
  private static final Pattern MATCHER = Pattern.compile("\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!=|!~|=)");

  private final ObjectMapper json = new ObjectMapper();

  private static Set<String> exposed() {
    Set<String> names = new HashSet<>();
    for (KnownMetric metric : MetricCatalogue.all()) {
      names.add(metric.prometheus());
      if (metric.type() == KnownMetric.Type.HISTOGRAM) {
        names.add(metric.prometheus() + "_count");
      }
    }
    FlinkMetric.USED.forEach(metric -> names.add(metric.prometheus()));
    FlinkMetric.OF_KAFKA.forEach(metric -> names.add(metric.prometheus()));
    return names;
  }

  /** Of the reporter, after what config.yaml leaves out, and of the catalogue. */
  private static Set<String> labels() {
    Set<String> labels =
        new HashSet<>(
            Set.of(
                "job_name",
                "task_name",
                "operator_name",
                "subtask_index",
                "tm_id",
                "host",
                "quantile",
                "topic"));
    MetricCatalogue.all().forEach(metric -> labels.addAll(metric.labels()));
    return labels;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> rules() throws IOException {
    List<Map<String, Object>> rules = new ArrayList<>();
    try (Stream<Path> files = Files.list(CONF)) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().matches("alerts.*\\.yml")).toList()) {
        Map<String, Object> content =
            (Map<String, Object>)
                new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        List<Map<String, Object>> groups =
            (List<Map<String, Object>>) content.getOrDefault("groups", List.of());
        groups.forEach(group -> rules.addAll((List<Map<String, Object>>) group.get("rules")));
      }
    }
    return rules;
  }

  private Map<String, String> queries() throws IOException {
    Map<String, String> queries = new TreeMap<>();
    JsonNode dashboard = json.readTree(CONF.resolve("grafana-spillway.json").toFile());
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.put(
            panel.get("title").asText() + " " + target.get("refId").asText(),
            target.get("expr").asText());
      }
    }
    return queries;
  }

  /** Each line of the runbook's queries. */
  private static Map<String, String> toCopy() throws IOException {
    Map<String, String> queries = new TreeMap<>();
    String section = "";
    boolean within = false;
    for (String line : Files.readAllLines(RUNBOOK)) {
      if (line.startsWith("## ")) {
        section = line.substring(3).strip();
      } else if (line.startsWith("```")) {
        within = line.equals("```promql");
      } else if (within) {
        queries.put("runbook: " + section + ": " + line, line);
      }
    }
    return queries;
  }

  private Map<String, String> expressions() throws IOException {
    Map<String, String> all = queries();
    all.putAll(toCopy());
    rules().forEach(rule -> all.put(rule.get("alert").toString(), rule.get("expr").toString()));
    return all;
  }

  @Test
  void everyExpressionNamesOnlyMetricsThatTheJobShows() throws IOException {
    Set<String> exposed = exposed();
    Map<String, String> all = expressions();
    assertThat(all).hasSizeGreaterThan(60);
    all.forEach(
        (where, expression) -> {
          List<String> named = new ArrayList<>();
          Matcher metric = METRIC.matcher(expression);
          while (metric.find()) {
            named.add(metric.group());
          }
          assertThat(named).as(where).isNotEmpty();
          assertThat(exposed).as(where).containsAll(named);
        });
  }

  @Test
  void everyExpressionUsesOnlyLabelsThatThereAre() throws IOException {
    Set<String> labels = labels();
    expressions()
        .forEach(
            (where, expression) -> {
              Matcher grouping = GROUPING.matcher(expression);
              while (grouping.find()) {
                assertThat(labels).as(where).contains(grouping.group(1).strip().split("\\s*,\\s*"));
              }
              Matcher matcher = MATCHER.matcher(expression);
              while (matcher.find()) {
                Matcher label = LABEL.matcher(matcher.group(1));
                while (label.find()) {
                  assertThat(labels).as(where).contains(label.group(1));
                }
              }
            });
  }

  @Test
  void theDashboardShowsEveryMetricButThoseThatExplainAnother() throws IOException {
    String queries = String.join("\n", queries().values());
    Set<String> missing = new TreeSet<>();
    for (KnownMetric metric : MetricCatalogue.all()) {
      if (!Pattern.compile(metric.prometheus() + "\\b").matcher(queries).find()) {
        missing.add(metric.name());
      }
    }
    assertThat(missing)
        .containsExactlyInAnyOrder(
            "resolved_events_total",
            "spool_watermark",
            "table_rules_unmatched",
            "progress_ts",
            "checkpoint_ts",
            "bytes_flushed_total",
            "policy_alerts_total",
            "bulk_items_held",
            "bulk_indices_with_short_deletes",
            "bulk_values_nulled_total");
  }

  @Test
  void theFirstRowSaysWhetherItIsWellAndWhatItsColoursMean() throws IOException {
    JsonNode panels = json.readTree(CONF.resolve("grafana-spillway.json").toFile()).get("panels");
    assertThat(panels.get(0).get("title").asText()).isEqualTo("Is it well?");
    int bottom = 5;
    for (JsonNode panel : panels) {
      if (panel.get("type").asText().equals("stat")) {
        assertThat(panel.get("description").asText()).isNotBlank();
        assertThat(panel.at("/fieldConfig/defaults/thresholds/steps").size()).isGreaterThan(1);
        assertThat(panel.at("/gridPos/y").asInt()).isEqualTo(1);
      } else if (panel != panels.get(0)) {
        assertThat(panel.at("/gridPos/y").asInt()).isGreaterThanOrEqualTo(bottom);
      }
    }
  }

  @Test
  void everySectionOfTheRunbookHasAQueryToCopy() throws IOException {
    Set<String> with = new TreeSet<>();
    toCopy().keySet().forEach(query -> with.add(query.split(": ")[1]));
    assertThat(with)
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(RUNBOOK).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3).strip())
                .toList());
  }

  @Test
  void everyAlertIsInTheRunbookAndTheOtherWayRound() throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : Files.readAllLines(RUNBOOK)) {
      if (line.startsWith("## ")) {
        anchors.add(line.substring(3).strip().toLowerCase(Locale.ROOT).replace(' ', '-'));
      }
    }
    Set<String> linked = new HashSet<>();
    for (Map<String, Object> rule : rules()) {
      Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
      String link = annotations.get("runbook").toString();
      assertThat(link)
          .as(rule.get("alert").toString())
          .startsWith("{{ $externalLabels.runbook_base }}docs/runbook.md#");
      linked.add(link.substring(link.indexOf('#') + 1));
      assertThat(annotations.get("summary").toString()).isNotBlank();
      assertThat(((Map<?, ?>) rule.get("labels")).get("severity").toString())
          .isIn("page", "ticket");
    }
    assertThat(anchors).isEqualTo(linked).hasSizeGreaterThanOrEqualTo(12);
  }
}
