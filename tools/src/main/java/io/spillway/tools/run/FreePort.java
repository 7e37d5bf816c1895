package io.spillway.tools.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of this machine's own address that nobody listens at. */
public final class FreePort {
  private FreePort() {}

  /** Another one each time; somebody may take it before it is used. */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
