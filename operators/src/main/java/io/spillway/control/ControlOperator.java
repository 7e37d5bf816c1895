package io.spillway.control;

import io.spillway.control.SettingsOrder.Verdict;
import io.spillway.control.SettingsStore.Look;
import io.spillway.control.SettingsStore.Stamp;
import io.spillway.control.SettingsStore.Text;
import io.spillway.event.Broadcast;
import io.spillway.event.ControlChange;
import io.spillway.metrics.MetricNames;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import io.spillway.wire.WireTypes;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells settings to whoever is behind it, as the only subtask of its kind. Its input is a data
 * stream of which it takes nothing but barriers, watermarks, idleness and the end: so it never
 * holds the others back nor runs ahead of them, and a bounded job still ends. What counts is in its
 * state, so that an older version is refused after a restart too.
 */
public final class ControlOperator extends AbstractStreamOperator<Broadcast>
    implements OneInputStreamOperator<Broadcast, Broadcast> {
  /** How often the store is looked at; a change is told within this and a read. */
  static final long LOOK_MS = 250;

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ControlOperator.class);
  private static final ListStateDescriptor<Broadcast> STATE =
      new ListStateDescriptor<>("control", WireTypes.BROADCAST);

  private final ControlSettings settings;
  private final SettingsStore store;
  private final SettingsParser parser;
  private final LookThreads threads;
  private final PolicyMatrix policy;

  private transient ListState<Broadcast> state;
  private transient ControlChange last;
  private transient SettingsOrder order;
  private transient Freshness freshness;
  private transient LookThreads.Running running;
  private transient CompletableFuture<Look> look;
  private transient Stamp seen;
  private transient Text judged;
  private transient int failures;
  private transient Deciders deciders;
  private transient MailboxExecutor mailbox;
  private transient boolean ended;

  public ControlOperator(
      ControlSettings settings, SettingsStore store, SettingsParser parser, PolicyMatrix policy) {
    this(settings, store, parser, policy, LookThreads.ONE_DAEMON);
  }

  ControlOperator(
      ControlSettings settings,
      SettingsStore store,
      SettingsParser parser,
      PolicyMatrix policy,
      LookThreads threads) {
    this.settings = settings;
    this.store = store;
    this.parser = parser;
    this.policy = policy;
    this.threads = threads;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state = context.getOperatorStateStore().getListState(STATE);
    for (Broadcast kept : state.get()) {
      last = (ControlChange) kept;
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    long now = now();
    Settings current =
        last == null
            ? null
            : new Settings(
                last.version(), last.changedMs(), last.paused(), last.drained(), last.tuning());
    order = new SettingsOrder(settings.allowRollback(), current);
    freshness = new Freshness(settings, now);
    deciders = new Deciders(policy, new PolicyMetrics(getMetricGroup()));
    for (ErrorKind kind : EventType.CONTROL_SETTINGS.kinds()) {
      var unused = deciders.of(EventType.CONTROL_SETTINGS, kind);
    }
    MetricGroup group = getMetricGroup().addGroup(MetricNames.GROUP);
    group.gauge(MetricNames.CONTROL_VERSION, () -> last == null ? 0 : last.version());
    group.gauge(MetricNames.CONTROL_STALENESS_MS, this::stalenessMs);
    mailbox =
        getContainingTask()
            .getMailboxExecutorFactory()
            .createExecutor(getOperatorConfig().getChainIndex());
    running = threads.start();
    if (last != null) {
      output.collect(new StreamRecord<>(last));
    }
    tick();
  }

  /** What comes in is for others. */
  @Override
  public void processElement(StreamRecord<Broadcast> element) {}

  private void tick() {
    take();
    if (freshness.becameStale(now())) {
      refuse(ErrorKind.STALE, "the settings were not read for too long; they are read again");
    }
    if (look == null) {
      look();
    }
    take();
    long next = now() + Math.min(LOOK_MS, settings.refreshMs());
    var unused = getProcessingTimeService().registerTimer(next, time -> tick());
  }

  private void look() {
    Stamp known = seen;
    boolean force = freshness.forcesRead(now());
    look = running.submit(() -> store.look(known, force));
    if (!look.isDone()) {
      var unused =
          look.whenComplete((found, failure) -> mailbox.execute(this::take, "take settings"));
    }
  }

  private void take() {
    if (ended || look == null || !look.isDone()) {
      return;
    }
    CompletableFuture<Look> done = look;
    look = null;
    if (done.isCompletedExceptionally()) {
      failed(done.handle((result, failure) -> failure).join());
      return;
    }
    took(done.join());
  }

  private void took(Look found) {
    if (found.isMissing() || !found.texts().isEmpty()) {
      freshness.read(now());
    }
    found.texts().forEach(this::judge);
    if (found.isMissing() && order.current() != null) {
      failed(new FileNotFoundException("the settings are gone"));
      return;
    }
    failures = 0;
    seen = found.stamp();
    if (found.isMissing()) {
      freshness.confirmed(now());
    }
  }

  private void failed(Throwable failure) {
    failures++;
    Decider decider = deciders.of(EventType.CONTROL_READ, ErrorKind.ofIo(failure));
    if (failures == 1) {
      decider.alert(failures).log(LOG, "the settings can't be read: {}", failure.toString());
    }
    stopIf(decider.decide(failures, FailureTrait.of(failure)), failure.toString());
  }

  private void judge(Text text) {
    boolean again = text.isSameAs(judged);
    judged = text;
    try {
      Settings offered = parser.parse(text.bytes());
      Verdict verdict = order.offer(offered);
      if (verdict.takesEffect()) {
        apply(offered, text);
      }
      if (verdict.takesEffect() || verdict == Verdict.SAME) {
        freshness.confirmed(now());
      }
      if (!again || verdict.takesEffect()) {
        tell(verdict, text.place() + ": version " + offered.version());
      }
    } catch (InvalidSettingsException e) {
      if (!again) {
        refuse(ErrorKind.MALFORMED, text.place() + ": " + e.getMessage());
      }
    }
  }

  private void apply(Settings offered, Text text) {
    long sequence = last == null ? 1 : last.sequence() + 1;
    last =
        new ControlChange(
            sequence,
            offered.version(),
            text.modifiedMs(),
            offered.paused(),
            offered.drained(),
            offered.tuning());
    output.collect(new StreamRecord<>(last));
    LOG.info("settings of version {} count: {}", offered.version(), offered);
  }

  private void tell(Verdict verdict, String version) {
    switch (verdict) {
      case ROLLED_BACK -> refuse(ErrorKind.ROLLBACK, version + " has replaced a newer one");
      case OLDER ->
          refuse(ErrorKind.ROLLBACK, version + " is older than " + order.current().version());
      case CONTRADICTION ->
          refuse(ErrorKind.INVALID, version + " counts already, with other settings");
      case APPLIED, SAME -> {}
    }
  }

  private void refuse(ErrorKind kind, String why) {
    Decider decider = deciders.of(EventType.CONTROL_SETTINGS, kind);
    decider.alert(1).log(LOG, "control settings: {}", why);
    stopIf(decider.decide(1), why);
  }

  private static void stopIf(Action action, String why) {
    if (action == Action.STOP) {
      throw new IllegalStateException("control settings: " + why + ", and the policy is to fail");
    }
  }

  long stalenessMs() {
    return freshness.stalenessMs(now());
  }

  private long now() {
    return getProcessingTimeService().getCurrentProcessingTime();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.update(last == null ? List.of() : List.of(last));
  }

  @Override
  public void finish() throws Exception {
    // behind the end of the input nobody takes anything more
    ended = true;
    super.finish();
  }

  @Override
  public void close() throws Exception {
    if (running != null) {
      running.close(store::close);
    }
    super.close();
  }
}
