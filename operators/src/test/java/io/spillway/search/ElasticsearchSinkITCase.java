package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.document.DocumentConfig;
import io.spillway.testing.EngineProcess.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The sink in a Flink job that fails in the middle, on a real engine. */
class ElasticsearchSinkITCase {
  private static final Queue<SearchCommittable> COMMITTED = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger FAILURES = new AtomicInteger();
  private static final int ROWS = 4_000;

  @Test
  void endsInTheRightStateAndReportsProgressThroughATaskFailure() throws Exception {
    ChangeStream stream = new ChangeStream(21, 5, ROWS);
    long last = stream.delivered.stream().mapToLong(SearchRow::commitTs).max().getAsLong();
    EngineNode engine = EngineNode.shared(Engine.ELASTICSEARCH);
    try (MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(loopback())
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build())) {
      cluster.start();
      cluster.executeJobBlocking(job(stream, engine).getStreamGraph().getJobGraph());

      assertThat(FAILURES.get()).isEqualTo(1);
      assertThat(engine.stored()).isEqualTo(stream.expected);
      assertThat(COMMITTED).isNotEmpty();
      assertThat(COMMITTED.stream().flatMap(c -> c.dead().stream())).isEmpty();
      assertThat(COMMITTED.stream().mapToLong(SearchCommittable::progress).max().getAsLong())
          .isEqualTo(SearchCommittable.ALL);
      assertThat(COMMITTED.stream().mapToLong(SearchCommittable::newest).max().getAsLong())
          .isEqualTo(last);
      assertThat(COMMITTED.stream().mapToLong(SearchCommittable::finished).sum())
          .isGreaterThanOrEqualTo(ROWS);
    }
  }

  /** Nobody but this test has any business there. */
  private static Configuration loopback() {
    Configuration flink = new Configuration();
    flink.set(RestOptions.ADDRESS, "localhost");
    flink.set(RestOptions.BIND_ADDRESS, "localhost");
    flink.set(RestOptions.BIND_PORT, "0");
    flink.set(JobManagerOptions.BIND_HOST, "localhost");
    flink.set(TaskManagerOptions.BIND_HOST, "localhost");
    return flink;
  }

  private static StreamExecutionEnvironment job(ChangeStream stream, EngineNode engine) {
    Configuration flink = new Configuration();
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    flink.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(2);
    SearchConfig config =
        new SearchConfig(
            ConnectionConfig.of(engine.url()), DocumentConfig.DEFAULT, WriterConfig.DEFAULT);
    env.fromData(SearchElementSerializer.TYPE, stream.delivered.toArray(new SearchRow[0]))
        .uid("rows")
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<SearchElement>forMonotonousTimestamps()
                .withTimestampAssigner((row, t) -> ((SearchRow) row).commitTs()))
        .uid("watermarks")
        .map(new FailsOnce(stream.delivered.size() / 2))
        .returns(SearchElementSerializer.TYPE)
        .uid("fails-once")
        .sinkTo(new ElasticsearchSink(config, ElasticsearchSinkITCase::collect))
        .uid("search");
    return env;
  }

  /** No sink behind it: Flink's sink writer refuses what is committed after the input's end. */
  private static void collect(DataStream<CommittableMessage<SearchCommittable>> committed) {
    committed
        .map(
            message -> {
              if (message instanceof CommittableWithLineage<SearchCommittable> one) {
                COMMITTED.add(one.getCommittable());
              }
              return 1;
            })
        .returns(Integer.class)
        .uid("collect");
  }

  /** Throws at one row in its first attempt. Slow enough for checkpoints to come between. */
  private static final class FailsOnce extends RichMapFunction<SearchElement, SearchElement> {
    private static final long serialVersionUID = 1;
    private final int at;
    private int seen;
    private boolean first;

    FailsOnce(int at) {
      this.at = at / 2;
    }

    @Override
    public void open(OpenContext context) {
      first = getRuntimeContext().getTaskInfo().getAttemptNumber() == 0;
    }

    @Override
    public SearchElement map(SearchElement row) {
      if (++seen % 100 == 0) {
        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
      }
      if (first && seen == at && FAILURES.compareAndSet(0, 1)) {
        throw new IllegalStateException("as the test wants");
      }
      return row;
    }
  }

  @Test
  void configurationTravelsWithTheJob() throws Exception {
    SearchConfig config =
        new SearchConfig(
            ConnectionConfig.of("http://localhost:9200"),
            DocumentConfig.DEFAULT,
            WriterConfig.DEFAULT);
    byte[] bytes = org.apache.flink.util.InstantiationUtil.serializeObject(config);
    SearchConfig read =
        org.apache.flink.util.InstantiationUtil.deserializeObject(
            bytes, getClass().getClassLoader());
    assertThat(read.writer()).isEqualTo(config.writer());
    assertThat(read.connection()).isEqualTo(config.connection());
    assertThat(List.of(read.documents().index().toString())).containsExactly("{schema}.{table}");
  }
}
