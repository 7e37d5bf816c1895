package io.spillway.guarded;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;

/** A topic; whoever may write to it may ask for it. */
public final class TopicDestination implements Destination {
  private static final long serialVersionUID = 1L;

  /** A broker that takes longer is away; what is asked for is small. */
  private static final int ANSWER_MS = 5_000;

  private final Properties client;
  private final String topic;
  private final long transactionMs;
  private transient Admin admin;

  /**
   * @param client as the sink's producer has them, with its brokers
   * @param transactionMs after which its brokers abort a transaction
   */
  public TopicDestination(Properties client, String topic, long transactionMs) {
    this.transactionMs = transactionMs;
    this.client = new Properties();
    this.client.putAll(client);
    this.topic = topic;
  }

  @Override
  public void ask() throws IOException, InterruptedException {
    if (admin == null) {
      admin = Admin.create(client);
    }
    try {
      admin
          .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(ANSWER_MS))
          .allTopicNames()
          .get();
    } catch (ExecutionException e) {
      throw new IOException(
          "topic %s at %s can't be reached"
              .formatted(topic, client.getProperty(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG)),
          e.getCause());
    }
  }

  @Override
  public long keepsMs() {
    return transactionMs;
  }

  @Override
  public void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
      admin = null;
    }
  }
}
