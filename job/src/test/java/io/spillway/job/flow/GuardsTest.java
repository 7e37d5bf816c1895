package io.spillway.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.guarded.GuardedSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every sink of the job's is its own or has the policy around it. */
class GuardsTest {
  @TempDir Path folder;

  private List<Sink<?>> sinks(String logs) throws Exception {
    String pipeline =
        """
        pipeline: {name: shop, parallelism: 2}
        sources: [{type: kafka, bootstrap-servers: 'localhost:9092', topics: [shop]}]
        storage: {path: out}
        elasticsearch: {hosts: ['http://localhost:9200']}
        """;
    List<Sink<?>> sinks = new ArrayList<>();
    for (StreamNode node : BuiltGraph.of(folder, pipeline + logs).getStreamNodes()) {
      if (node.getOperatorFactory() instanceof SinkWriterOperatorFactory<?, ?> writer) {
        sinks.add(writer.getSink());
      }
    }
    return sinks;
  }

  private static List<Sink<?>> ofFlink(List<Sink<?>> sinks) {
    return sinks.stream()
        .filter(sink -> sink.getClass().getName().startsWith("org.apache."))
        .toList();
  }

  @Test
  void inFiles() throws Exception {
    List<Sink<?>> sinks = sinks("");
    assertThat(ofFlink(sinks)).isEmpty();
    assertThat(sinks).filteredOn(GuardedSink.class::isInstance).hasSize(3);
  }

  @Test
  void inTopics() throws Exception {
    List<Sink<?>> sinks =
        sinks(
            """
            cursor: {events: {type: kafka, topic: e}, values: {type: kafka, topic: v}}
            errors: {dead-letters: {type: kafka, topic: d}}
            """);
    assertThat(ofFlink(sinks)).isEmpty();
    assertThat(sinks).filteredOn(GuardedSink.class::isInstance).hasSize(5);
  }
}
