package io.spillway.tools.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process of the cluster.
 *
 * @param name {@code jobmanager} or {@code taskmanager-<n>}
 * @param pid process id
 * @param startedMs when it began by the system's account, in ms since 1970; 0 where that is not
 *     told
 */
public record Member(String name, long pid, long startedMs) {
  static Member of(String name, ProcessHandle process) {
    return new Member(name, process.pid(), startedMs(process));
  }

  private static long startedMs(ProcessHandle process) {
    return process.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L);
  }

  static Member parse(String line) throws IOException {
    String[] parts = line.split(" ");
    if (parts.length != 3) {
      throw new IOException("not a line of a cluster's members: " + line);
    }
    return new Member(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  String line() {
    return name + " " + pid + " " + startedMs;
  }

  /** The process, where it lives; one that has got the same id later is not it. */
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> !isZombie(pid))
        .filter(process -> startedMs == 0 || startedMs(process) == startedMs);
  }

  /**
   * A dead process whose parent hasn't asked for its end. In a container without an init process
   * nobody ever does, and Java takes it for alive.
   */
  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // "pid (name) state ...", and a name may have any character
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      // it is gone, or the system has no such file
      return false;
    }
  }

  public boolean isAlive() {
    return process().isPresent();
  }
}
