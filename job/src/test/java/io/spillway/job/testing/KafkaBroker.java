package io.spillway.job.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka broker (KRaft, one node) as a process of its own, from {@code engines/kafka/target/lib}.
 * It keeps records of any age, as those of tests are. It can be killed and started again on the
 * same port and data. Its output is in {@code broker.log}.
 */
public final class KafkaBroker implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration STOP = Duration.ofSeconds(30);
  private static KafkaBroker shared;

  private final Path folder;
  private final int port;
  private final int controllerPort;
  private Process process;

  private KafkaBroker(Path folder, int port, int controllerPort) {
    this.folder = folder;
    this.port = port;
    this.controllerPort = controllerPort;
  }

  /**
   * A new broker that answers.
   *
   * @param folder empty, for its settings, its data and its output
   */
  public static KafkaBroker start(Path folder) throws Exception {
    List<Integer> ports = freePorts(2);
    KafkaBroker broker = new KafkaBroker(folder, ports.get(0), ports.get(1));
    Files.writeString(broker.settings(), broker.properties());
    broker.format();
    broker.start();
    return broker;
  }

  /**
   * One broker for all tests of this process, which answers; it ends with the process. Nobody may
   * leave it ended, and topics are made anew by {@link KafkaTopic#create}.
   */
  public static synchronized KafkaBroker shared() throws Exception {
    if (shared == null) {
      shared = start(Files.createTempDirectory(Repository.root().resolve("job/target"), "broker-"));
    } else if (!shared.process.isAlive()) {
      shared.start();
    }
    return shared;
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private String properties() {
    return """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@localhost:%2$d
        listeners=PLAINTEXT://localhost:%1$d,CONTROLLER://localhost:%2$d
        advertised.listeners=PLAINTEXT://localhost:%1$d
        controller.listener.names=CONTROLLER
        log.dirs=%3$s
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=4
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=4
        group.initial.rebalance.delay.ms=0
        auto.create.topics.enable=false
        # a broker that was killed is let in again once its last session has run out
        broker.session.timeout.ms=3000
        broker.heartbeat.interval.ms=500
        message.max.bytes=33554432
        log.retention.ms=-1
        """
        .formatted(port, controllerPort, folder.resolve("data"));
  }

  private Path settings() {
    return folder.resolve("server.properties");
  }

  private Path output() {
    return folder.resolve("broker.log");
  }

  private void format() throws Exception {
    Process tool =
        java(
            "kafka.tools.StorageTool",
            "format",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            settings().toString());
    if (!tool.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
      tool.destroyForcibly();
      throw new IllegalStateException("the storage tool does not end; see " + output());
    }
    if (tool.exitValue() != 0) {
      throw new IllegalStateException("the storage tool has failed: " + lastOutput());
    }
  }

  private Process java(String mainClass, String... arguments) throws IOException {
    Path lib = Repository.root().resolve("engines/kafka/target/lib");
    if (!Files.isDirectory(lib)) {
      throw new IllegalStateException(
          lib + " is missing; `mvn -pl engines/kafka package` makes it");
    }
    List<String> command = new ArrayList<>();
    command.add(Repository.java());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dlog4j2.level=INFO");
    command.addAll(List.of("-cp", lib + "/*", mainClass));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()))
        .start();
  }

  /** Starts it, again where it has been before, and waits until it answers. */
  public void start() throws Exception {
    process = java("kafka.Kafka", settings().toString());
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    try (Admin admin = admin()) {
      Eventually.holds(START, () -> answers(admin), this::lastOutput);
    }
  }

  private boolean answers(Admin admin) throws InterruptedException {
    if (!process.isAlive()) {
      throw new IllegalStateException("the broker has ended: " + lastOutput());
    }
    try {
      return !admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private String lastOutput() {
    try {
      List<String> lines = Files.readAllLines(output());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Lets it shut down by itself. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
      kill();
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (process != null) {
      kill();
    }
  }

  /** Bootstrap servers. */
  public String address() {
    return "localhost:" + port;
  }

  /** Aborts the open transactions whose ids begin so, as the broker does after their time. */
  public void abort(String idPrefix) throws Exception {
    try (Admin admin = admin()) {
      List<String> open =
          admin.listTransactions().all().get(STOP.toSeconds(), TimeUnit.SECONDS).stream()
              .filter(transaction -> transaction.state() == TransactionState.ONGOING)
              .map(TransactionListing::transactionalId)
              .filter(id -> id.startsWith(idPrefix))
              .toList();
      if (open.isEmpty()) {
        throw new IllegalStateException("no open transaction begins with " + idPrefix);
      }
      admin.fenceProducers(open).all().get(STOP.toSeconds(), TimeUnit.SECONDS);
    }
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address(), "client.id", "test-admin"));
  }
}
