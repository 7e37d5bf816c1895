package io.spillway.log;

import io.spillway.event.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.MDC;

/**
 * The standard fields of the log lines that are written until it is closed. They go to the logging
 * context of the thread, from where the layout takes them; the keys are those of {@code
 * flink-conf/log-layout.json}. For lines of rare events: nothing here is for the hot path.
 */
public final class LogScope implements AutoCloseable {
  public static final String EVENT_TYPE = "event_type";
  public static final String PHASE = "phase";
  public static final String ERROR_KIND = "error_kind";
  public static final String TRACE_ID = "trace_id";
  public static final String TASK_ID = "task_id";
  public static final String NODE_ID = "node_id";
  public static final String TOPIC = "topic";
  public static final String PARTITION = "partition";
  public static final String OFFSET = "offset";
  public static final String ACTION = "policy_action";
  public static final String REASON = "policy_reason";
  public static final String RETRIES = "retry_count";

  private static final String TASK_MANAGER = "<tm_id>";
  private static final String SUBTASK = "<subtask_index>";

  private final List<String> keys = new ArrayList<>(8);

  private LogScope() {}

  /**
   * @param eventType what it is about, as {@code row}, {@code ddl}, {@code file}, {@code commit}
   * @param phase the stage of the flow
   */
  public static LogScope of(String eventType, String phase) {
    return new LogScope().put(EVENT_TYPE, eventType).put(PHASE, phase);
  }

  /**
   * Says for all lines of this thread where it runs: TaskManager and subtask.
   *
   * @param variables of the operator's metric group
   */
  public static void node(Map<String, String> variables) {
    if (variables.containsKey(TASK_MANAGER)) {
      MDC.put(NODE_ID, variables.get(TASK_MANAGER) + "/" + variables.getOrDefault(SUBTASK, "0"));
    }
  }

  /** The dispatcher. */
  public LogScope task(String dispatcher) {
    return put(TASK_ID, dispatcher);
  }

  public LogScope errorKind(String kind) {
    return put(ERROR_KIND, kind);
  }

  /** Where the record came from. */
  public LogScope at(SourcePosition position) {
    return put(TOPIC, position.partition().source())
        .put(PARTITION, Integer.toString(position.partition().number()))
        .put(OFFSET, Long.toString(position.offset()));
  }

  /** The record's W3C trace id, 32 hexadecimal digits. */
  public LogScope trace(String traceId) {
    return put(TRACE_ID, traceId);
  }

  /** What is done about a failure, and why. */
  public LogScope policy(String action, String reason) {
    return put(ACTION, action).put(REASON, reason);
  }

  public LogScope retries(int count) {
    return put(RETRIES, Integer.toString(count));
  }

  private LogScope put(String key, String value) {
    if (value != null) {
      MDC.put(key, value);
      keys.add(key);
    }
    return this;
  }

  @Override
  public void close() {
    keys.forEach(MDC::remove);
  }
}
