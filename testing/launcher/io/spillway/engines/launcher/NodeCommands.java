package io.spillway.engines.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;


/**
 * What every engine's process has in common. It prints {@code STARTED port} when it answers.
 * Commands on standard input: {@code saturate} fills the write pool until every bulk is refused,
 * {@code release} empties it, {@code stop} ends the node; so does the end of the input.
 */
public final class NodeCommands {
  private static final int FIRST_SETTING = 3;

  private NodeCommands() {}

  /**
   * The settings of a single node.
   *
   * @param args plugin folder, home folder, HTTP port, then settings as {@code key=value}
   */
  public static Map<String, String> settings(String[] args) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("path.home", args[1]);
    settings.put("cluster.name", "it");
    settings.put("node.name", "n1");
    settings.put("discovery.type", "single-node");
    settings.put("network.host", "127.0.0.1");
    settings.put("http.port", args[2]);
    settings.put("transport.port", "0");
    settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    for (int i = FIRST_SETTING; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      settings.put(args[i].substring(0, equals), args[i].substring(equals + 1));
    }
    return settings;
  }

  public static void started(int port) {
    System.out.println("STARTED " + port);
  }

  /** For an engine that knows no command but the last one. */
  public static void awaitStop() throws IOException {
    BufferedReader commands = commands();
    for (String line; (line = commands.readLine()) != null && !line.equals("stop"); ) {}
  }

  private static BufferedReader commands() {
    return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  }

  /** Obeys until it is told to stop. */
  public static void obey(Executor writePool) throws IOException {
    WritePool pool = new WritePool(writePool);
    BufferedReader commands = commands();
    for (String line; (line = commands.readLine()) != null && !line.equals("stop"); ) {
      if (line.equals("saturate")) {
        pool.saturate();
        System.out.println("SATURATED");
      } else if (line.equals("release")) {
        pool.release();
        System.out.println("RELEASED");
      }
    }
  }
}
