package io.spillway.tools.preflight;

import io.spillway.job.config.KafkaConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * The real {@link TopicListing}, by Kafka's admin client: one for each cluster until it is closed,
 * as a login costs more than any question.
 */
final class AdminTopics implements TopicListing, AutoCloseable {
  /** The logging of the embedded run leaves this client out: what it has to say is told here. */
  private static final String CLIENT_ID = "spillway-preflight";

  private final Map<KafkaConnection, Admin> clients = new HashMap<>();

  private Admin client(KafkaConnection connection, Duration timeout) {
    return clients.computeIfAbsent(connection, c -> Admin.create(properties(c, timeout)));
  }

  @Override
  public Set<String> topics(KafkaConnection connection, Duration timeout)
      throws UnreachableException {
    long start = System.nanoTime();
    knock(connection.brokers(), timeout);
    Duration left = timeout.minusNanos(System.nanoTime() - start);
    return ask(
        connection, left, timeout, "the list of topics", admin -> admin.listTopics().names());
  }

  @Override
  public Setting setting(KafkaConnection connection, String topic, String name, Duration timeout)
      throws UnreachableException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return ask(
        connection,
        timeout,
        timeout,
        "DescribeConfigs on topic " + topic,
        admin ->
            admin
                .describeConfigs(List.of(resource))
                .values()
                .get(resource)
                .thenApply(config -> setting(config.get(name))));
  }

  private static Setting setting(ConfigEntry entry) {
    return new Setting(
        entry.value(), entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG);
  }

  @Override
  public int partitions(KafkaConnection connection, String topic, Duration timeout)
      throws UnreachableException {
    return ask(
        connection,
        timeout,
        timeout,
        "Describe on topic " + topic,
        admin ->
            admin
                .describeTopics(List.of(topic))
                .topicNameValues()
                .get(topic)
                .thenApply(description -> description.partitions().size()));
  }

  @Override
  public String brokerSetting(KafkaConnection connection, String name, Duration timeout)
      throws UnreachableException {
    String broker =
        ask(
            connection,
            timeout,
            timeout,
            "the list of brokers",
            admin ->
                admin
                    .describeCluster()
                    .nodes()
                    .thenApply(nodes -> nodes.iterator().next().idString()));
    ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
    return ask(
        connection,
        timeout,
        timeout,
        "DescribeConfigs on the cluster",
        admin ->
            admin
                .describeConfigs(List.of(resource))
                .values()
                .get(resource)
                .thenApply(config -> config.get(name).value()));
  }

  @Override
  public List<Right> refused(KafkaConnection connection, List<Right> needed, Duration timeout)
      throws UnreachableException {
    try {
      AdminRights rights =
          new AdminRights(client(connection, timeout), Math.max(1, timeout.toMillis()));
      List<Right> refused = new ArrayList<>();
      for (Right right : needed) {
        if (rights.isRefused(right)) {
          refused.add(right);
        }
      }
      return refused;
    } catch (KafkaException e) {
      throw failed(connection, "its rights", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while waiting for " + connection.brokers(), e);
    }
  }

  private interface Question<T> {
    KafkaFuture<T> ask(Admin admin);
  }

  /** The admin client would only say that time is up; a socket tells why nobody answers. */
  private static void knock(String brokers, Duration timeout) throws UnreachableException {
    String[] all = brokers.split(",", -1);
    int millis = (int) Math.max(1, timeout.toMillis() / 2 / all.length);
    UnreachableException last = null;
    for (String broker : all) {
      try {
        knockOne(broker.strip(), millis);
        return;
      } catch (UnreachableException e) {
        last = e;
      }
    }
    throw last;
  }

  private static void knockOne(String broker, int millis) throws UnreachableException {
    int colon = broker.lastIndexOf(':');
    String host = broker.substring(0, colon).replaceAll("[\\[\\]]", "");
    InetSocketAddress address =
        new InetSocketAddress(host, Integer.parseInt(broker.substring(colon + 1)));
    if (address.isUnresolved()) {
      throw new UnreachableException("cannot reach " + broker + ": the host name is not known");
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, millis);
    } catch (IOException e) {
      throw new UnreachableException("cannot reach " + broker + ": " + e.getMessage(), e);
    }
  }

  private <T> T ask(
      KafkaConnection connection, Duration left, Duration whole, String right, Question<T> question)
      throws UnreachableException {
    try {
      return question
          .ask(client(connection, left))
          .get(Math.max(1, left.toMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw silent(connection, whole, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
        throw silent(connection, whole, e);
      }
      if (e.getCause() instanceof AuthorizationException) {
        String text = "the login lacks " + right + " at " + connection.brokers();
        throw new UnreachableException(text, e);
      }
      throw failed(connection, "the topics", e);
    } catch (KafkaException e) {
      throw failed(connection, "the topics", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while waiting for " + connection.brokers(), e);
    }
  }

  @Override
  public void close() {
    // whoever hasn't answered isn't waited for
    clients.values().forEach(admin -> admin.close(Duration.ZERO));
  }

  private static UnreachableException silent(
      KafkaConnection connection, Duration timeout, Exception cause) {
    String text = "%s did not answer within %d ms; is it Kafka, and does it want TLS or SASL?";
    return new UnreachableException(
        text.formatted(connection.brokers(), timeout.toMillis()), cause);
  }

  private static UnreachableException failed(KafkaConnection connection, String what, Exception e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    // What Kafka says of a JAAS text that it cannot read quotes parts of it, passwords as well.
    String reason =
        String.valueOf(root.getMessage()).contains("JAAS")
            ? "sasl.jaas.config is not understood"
            : root.getMessage();
    return new UnreachableException(
        "cannot ask for " + what + " of " + connection.brokers() + ": " + reason, e);
  }

  private static Properties properties(KafkaConnection connection, Duration left) {
    int millis = (int) Math.max(1, left.toMillis());
    Properties properties = new Properties();
    properties.putAll(connection.properties().values());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, connection.brokers());
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, CLIENT_ID);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
    return properties;
  }
}
