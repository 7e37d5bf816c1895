package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;

/** The contract on a topic. */
class SettingsTopicContractTest extends SettingsBackendContract {
  private final MemoryTopic topic = new MemoryTopic();
  private long last = -1;

  @Override
  SettingsStore store() {
    return new SettingsTopic(topic, MemoryTopic.NAME, MemoryTopic.PIPELINE);
  }

  @Override
  void put(String text, long nowMs) {
    topic.put("another", "not for this pipeline", nowMs);
    topic.put(text, nowMs);
    last += 2;
  }

  @Override
  void remove(long nowMs) {
    topic.put(null, nowMs);
    last++;
  }

  @Override
  void away() {
    topic.away(true);
  }

  @Override
  void back() {
    topic.away(false);
  }

  @Override
  String place() {
    return "control-0, offset " + last + ":";
  }

  @AfterEach
  void everyClientIsClosed() throws Exception {
    end();
    assertThat(topic.closed()).isEqualTo(topic.opened()).isPositive();
  }
}
