package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where settings are read from, and how often. */
class ControlPlaceTest {
  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  @Test
  void controlTopicsAreOfTheFirstKafkaSourceOrOfTheirOwnBrokers() {
    String own =
        "control: {type: kafka, topic: c, bootstrap-servers: 'b:1', properties: {sasl.jaas.config: hush}}\n";
    assertThat(control(Pipelines.kafka("topics: [a]") + "control: {type: kafka, topic: c}\n"))
        .isEqualTo(topic("localhost:9092", Settings.NONE));
    Settings options = new Settings(Map.of("sasl.jaas.config", "hush"));
    assertThat(control(Pipelines.kafka("topics: [a]") + own)).isEqualTo(topic("b:1", options));
    assertThat(control(Pipelines.withSource("type: files", "path: d") + own))
        .isEqualTo(topic("b:1", options));
    assertThat(topic("b:1", options).toString()).doesNotContain("hush");
  }

  private Location control(String yaml) {
    return pipelines.load(yaml).control().orElseThrow().source();
  }

  private static Location topic(String brokers, Settings properties) {
    return new Location.Topic(new KafkaConnection(brokers, properties), "c");
  }

  @Test
  void controlTopicsNeedBrokers() {
    assertThat(pipelines.faults(Pipelines.with("control: {type: kafka, path: a}")))
        .containsExactlyInAnyOrder(
            "8: control.path: \"a\" is only for type: files",
            "8: control.bootstrap-servers: is required, as localhost:9092",
            "8: control.topic: is required, as spillway-events");
    assertThat(
            pipelines.faults(
                Pipelines.kafka("topics: [a]")
                    + "control: {type: kafka, topic: c, properties: {a: b}}\n"))
        .containsExactly("7: control.properties: is only for brokers of its own");
    assertThat(
            pipelines.faults(
                Pipelines.with("control: {path: a, topic: b, bootstrap-servers: 'c:1'}")))
        .containsExactlyInAnyOrder(
            "8: control.topic: \"b\" is only for type: kafka",
            "8: control.bootstrap-servers: \"c:1\" is only for type: kafka");
  }

  @Test
  void controlIsRefreshedBeforeItIsStale() {
    assertThat(pipelines.faults(Pipelines.with("control: {path: a, refresh: 31 s}")))
        .containsExactly(
            "8: control.refresh: \"31 s\" contradicts the other:"
                + " refresh must be at most max-staleness");
  }
}
