package io.spillway.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.MetricNames;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertsBalanceTest {
  private static final Pattern NAME =
      Pattern.compile("flink_taskmanager_job_task_operator_spillway_([a-z_]+)");

  @ParameterizedTest
  @ValueSource(strings = {"alerts-balance.yml", "alerts-balance-test.yml"})
  void everyMetricOfTheRulesIsOneOfTheJob(String file) throws Exception {
    Set<String> known = new HashSet<>();
    for (Field field : MetricNames.class.getFields()) {
      known.add((String) field.get(null));
    }
    Set<String> used = new TreeSet<>();
    Matcher m = NAME.matcher(Files.readString(Path.of("..", "flink-conf", file)));
    while (m.find()) {
      used.add(m.group(1));
    }
    assertThat(known).containsAll(used).contains(MetricNames.GROUP);
    assertThat(used).contains(MetricNames.BALANCE_DIFFERENCE, MetricNames.SOURCE_GAPS);
  }
}
