package io.spillway.job.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where a process listens, as the kernel knows it (Linux). */
public final class Listening {
  private static final Path PROCESSES = Path.of("/proc");
  private static final String LISTEN = "0A";

  private Listening() {}

  /** Whether this system tells. */
  public static boolean isKnown() {
    return Files.isReadable(PROCESSES.resolve("self/net/tcp"));
  }

  /** The addresses that a process takes TCP connections at. */
  public static List<InetSocketAddress> of(long pid) throws IOException {
    Path process = PROCESSES.resolve(Long.toString(pid));
    Set<String> inodes = sockets(process.resolve("fd"));
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      Path file = process.resolve(table);
      if (Files.exists(file)) {
        addresses.addAll(listening(Files.readAllLines(file), inodes));
      }
    }
    return addresses;
  }

  /** Inodes of the sockets that a process has open. */
  private static Set<String> sockets(Path descriptors) throws IOException {
    Set<String> inodes = new HashSet<>();
    List<Path> all;
    try (Stream<Path> files = Files.list(descriptors)) {
      all = files.toList();
    }
    for (Path descriptor : all) {
      try {
        String target = Files.readSymbolicLink(descriptor).toString();
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      } catch (NoSuchFileException e) {
        // closed meanwhile
      }
    }
    return inodes;
  }

  /** A line has number, local address, remote one, state, five more columns and the inode. */
  private static List<InetSocketAddress> listening(List<String> lines, Set<String> inodes)
      throws IOException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] columns = line.strip().split("\\s+");
      if (columns[3].equals(LISTEN) && inodes.contains(columns[9])) {
        addresses.add(address(columns[1]));
      }
    }
    return addresses;
  }

  /** {@code 0100007F:1F91} is 127.0.0.1:8081: words of four bytes in the machine's order. */
  static InetSocketAddress address(String text) throws IOException {
    String[] parts = text.split(":");
    ByteBuffer kernel =
        ByteBuffer.wrap(HexFormat.of().parseHex(parts[0])).order(ByteOrder.nativeOrder());
    ByteBuffer network = ByteBuffer.allocate(kernel.capacity());
    while (kernel.hasRemaining()) {
      network.putInt(kernel.getInt());
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(network.array()), Integer.parseInt(parts[1], 16));
  }
}
