package io.spillway.engines.elasticsearch;

import io.spillway.engines.launcher.NodeCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginBundle;
import org.elasticsearch.plugins.PluginsLoader;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * One Elasticsearch node as a process. Arguments: plugin folder, home folder, HTTP port (0 for
 * any), then settings as {@code key=value}. What it prints and obeys is told at {@link
 * NodeCommands}.
 */
public final class NodeProcess {
  private static final String NETTY = "transport-netty4";

  private NodeProcess() {}

  public static void main(String[] args) throws Exception {
    Path modules = Path.of(args[0]).toAbsolutePath();
    Path home = Path.of(args[1]).toAbsolutePath();
    Files.createDirectories(home.resolve("config"));
    writeDescriptor(modules.resolve(NETTY));
    Settings.Builder settings = Settings.builder();
    NodeCommands.settings(args).forEach(settings::put);
    Node node = node(modules, home, settings.build());
    node.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    HttpServerTransport http = node.injector().getInstance(HttpServerTransport.class);
    NodeCommands.started(http.boundAddress().publishAddress().getPort());
    NodeCommands.obey(
        node.injector().getInstance(ThreadPool.class).executor(ThreadPool.Names.WRITE));
    System.exit(0);
  }

  private static Node node(Path modules, Path home, Settings settings)
      throws ReflectiveOperationException {
    LogConfigurator.configureESLogging();
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(
            settings, Map.of(), home.resolve("config"), () -> "n1");
    return new Node(
        environment,
        PluginsLoader.createPluginsLoader(bundles(modules), Set.of(), Map.of(), false));
  }

  /** Elasticsearch 9 has a flag behind the folder, 8 has not; one source is for both. */
  @SuppressWarnings("unchecked")
  private static Set<PluginBundle> bundles(Path modules) throws ReflectiveOperationException {
    Method load =
        Arrays.stream(PluginsLoader.class.getMethods())
            .filter(method -> method.getName().equals("loadModulesBundles"))
            .findFirst()
            .orElseThrow(NoSuchMethodException::new);
    Object[] arguments =
        load.getParameterCount() == 1 ? new Object[] {modules} : new Object[] {modules, false};
    return (Set<PluginBundle>) load.invoke(null, arguments);
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The descriptor ships inside the plugin's jar; the server isn't a Java module here. */
  private static void writeDescriptor(Path folder) throws IOException {
    Path jar;
    try (Stream<Path> files = Files.list(folder)) {
      jar = files.filter(f -> f.getFileName().toString().startsWith(NETTY)).findFirst().get();
    }
    try (FileSystem inside =
        FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
      Path shipped = inside.getPath("META-INF/es-plugins", NETTY, "plugin-descriptor.properties");
      String descriptor =
          Files.readAllLines(shipped).stream()
              .filter(line -> !line.startsWith("#") && !line.startsWith("modulename"))
              .collect(Collectors.joining("\n"));
      Path written = Files.createTempFile(folder.getParent().getParent(), "descriptor", ".tmp");
      Files.writeString(written, descriptor);
      Files.move(
          written,
          folder.resolve("plugin-descriptor.properties"),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
