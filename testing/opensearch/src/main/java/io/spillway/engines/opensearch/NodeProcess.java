package io.spillway.engines.opensearch;

import io.spillway.engines.launcher.NodeCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.Netty4Plugin;

/**
 * One OpenSearch node as a process. Arguments: plugin folder (not used: everything is on the class
 * path), home folder, HTTP port (0 for any), then settings as {@code key=value}. What it prints and
 * obeys is told at {@link NodeCommands}.
 */
public final class NodeProcess {
  private NodeProcess() {}

  /** The constructor that takes plugins of the class path isn't public. */
  private static final class ClassPathNode extends Node {
    ClassPathNode(Environment environment, Collection<Class<? extends Plugin>> plugins) {
      super(environment, plugins, false);
    }
  }

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[1]).toAbsolutePath();
    Files.createDirectories(home.resolve("config"));
    Settings.Builder settings = Settings.builder();
    NodeCommands.settings(args).forEach(settings::put);
    settings.put("http.type", "netty4").put("transport.type", "netty4");
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), home.resolve("config"), () -> "n1");
    Node node = new ClassPathNode(environment, List.of(Netty4Plugin.class));
    node.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    HttpServerTransport http = node.injector().getInstance(HttpServerTransport.class);
    NodeCommands.started(http.boundAddress().publishAddress().getPort());
    NodeCommands.obey(
        node.injector().getInstance(ThreadPool.class).executor(ThreadPool.Names.WRITE));
    System.exit(0);
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
