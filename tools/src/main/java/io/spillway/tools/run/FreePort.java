package io.spillway.tools.run;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of this machine's own address that nobody listens at. It is none of those that systems
 * give to outgoing connections (from 32768 on): one of these might have it before it is used.
 */
public final class FreePort {
  private static final int FIRST = 12_000;
  private static final int END = 32_000;
  private static final int MOST_TRIES = 1000;

  private FreePort() {}

  /**
   * Another one each time; somebody may take it before it is used.
   *
   * @throws IOException where no port can be had
   */
  public static int find() throws IOException {
    IOException last = null;
    for (int i = 0; i < MOST_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        last = e;
      }
    }
    throw new IOException("no free port between %d and %d".formatted(FIRST, END), last);
  }
}
