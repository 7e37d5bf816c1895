package io.spillway.bench;

import io.spillway.search.bulk.BulkController;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.ControllerState;
import io.spillway.search.bulk.Decision;
import io.spillway.search.bulk.Signals;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.base.sink.writer.strategy.AIMDScalingStrategy;
import org.apache.flink.connector.base.sink.writer.strategy.BasicRequestInfo;
import org.apache.flink.connector.base.sink.writer.strategy.BasicResultInfo;
import org.apache.flink.connector.base.sink.writer.strategy.CongestionControlRateLimitingStrategy;

/** Who says how large, how soon and how many requests may be. */
interface BulkPacing {
  BulkLimits limits();

  default String mode() {
    return "-";
  }

  default long pausedUntilMs() {
    return 0;
  }

  default boolean blocks(int documents) {
    return false;
  }

  default void sent(int documents) {}

  default void answered(BulkTarget.Answer answer, int documents) {}

  /** Gives true where limits went down. */
  default boolean step(Signals signals, long nowMs) {
    return false;
  }

  /** Fixed limits. */
  record Fixed(BulkLimits limits) implements BulkPacing {}

  /** This project's controller. */
  final class Controlled implements BulkPacing {
    final List<String> changes = new ArrayList<>();
    private final BulkController controller;
    private Decision decision;

    Controlled(ControllerConfig config, long nowMs) {
      controller = new BulkController(config);
      ControllerState state = ControllerState.initial(config.bounds(), nowMs);
      decision = new Decision(state, state.limits(), 0, null, false);
    }

    @Override
    public BulkLimits limits() {
      return decision.allowed();
    }

    @Override
    public String mode() {
      return decision.state().mode().name();
    }

    @Override
    public long pausedUntilMs() {
      return decision.pausedUntilMs();
    }

    @Override
    public boolean step(Signals signals, long nowMs) {
      decision = controller.step(decision.state(), signals, nowMs);
      if (decision.change() != null) {
        changes.add(nowMs + " " + decision.change());
      }
      return decision.eased();
    }
  }

  /** Flink's own strategy of its asynchronous sinks: additive increase, multiplicative decrease. */
  final class FlinkAimd implements BulkPacing {
    private final CongestionControlRateLimitingStrategy strategy;

    /** What its connectors begin with; AIMD moves the documents in flight, not the batch. */
    private static final int BATCH = 500;

    private final BulkLimits bounds;

    /**
     * @param bounds most requests, and with the largest request the most documents in flight
     */
    FlinkAimd(BulkLimits bounds) {
      this.bounds = bounds;
      int most = bounds.bytes() / BulkTarget.DOCUMENT_BYTES * bounds.concurrency();
      // the rates that Flink's connectors set: 10 more a success, half on a failure
      this.strategy =
          CongestionControlRateLimitingStrategy.builder()
              .setMaxInFlightRequests(bounds.concurrency())
              .setInitialMaxInFlightMessages(2 * BATCH)
              .setScalingStrategy(
                  AIMDScalingStrategy.builder(most)
                      .setIncreaseRate(10)
                      .setDecreaseFactor(0.5)
                      .build())
              .build();
    }

    @Override
    public BulkLimits limits() {
      int documents = Math.min(strategy.getMaxBatchSize(), BATCH);
      return new BulkLimits(
          Math.max(1, documents) * BulkTarget.DOCUMENT_BYTES,
          bounds.intervalMs(),
          bounds.concurrency());
    }

    @Override
    public boolean blocks(int documents) {
      return strategy.shouldBlock(new BasicRequestInfo(documents));
    }

    @Override
    public void sent(int documents) {
      strategy.registerInFlightRequest(new BasicRequestInfo(documents));
    }

    @Override
    public void answered(BulkTarget.Answer answer, int documents) {
      // it knows failed documents only, whatever they failed of
      strategy.registerCompletedRequest(
          new BasicResultInfo(documents - answer.stored(), documents));
    }
  }
}
