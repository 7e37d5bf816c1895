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
 * @param started when it began: in ticks since the machine did, which no clock that is set moves;
 *     on systems without {@code /proc}, and from releases before, in ms since 1970; 0 where neither
 *     is known
 */
public record Member(String name, long pid, long started) {
  /** Behind the name of a process in its {@code stat}; the first is its state. */
  private static final int STARTED = 19;

  static Member of(String name, ProcessHandle process) {
    long ticks = startedTicks(process.pid());
    return new Member(name, process.pid(), ticks > 0 ? ticks : startedMs(process));
  }

  private static long startedMs(ProcessHandle process) {
    return process.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L);
  }

  /** 0 where the system doesn't tell. */
  private static long startedTicks(long pid) {
    String[] stat = stat(pid).split(" ");
    return stat.length > STARTED ? Long.parseLong(stat[STARTED]) : 0;
  }

  static Member parse(String line) throws IOException {
    String[] parts = line.split(" ");
    if (parts.length != 3) {
      throw new IOException("not a line of a cluster's members: " + line);
    }
    return new Member(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  String line() {
    return name + " " + pid + " " + started;
  }

  /** The process, where it lives; one that has got the same id later is not it. */
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> !isZombie(pid))
        .filter(
            process ->
                started == 0 || started == startedTicks(pid) || started == startedMs(process));
  }

  /**
   * A dead process whose parent hasn't asked for its end. In a container without an init process
   * nobody ever does, and Java takes it for alive.
   */
  private static boolean isZombie(long pid) {
    return stat(pid).startsWith("Z");
  }

  /** What the system says of it behind its name; empty where it is gone, or has no such file. */
  private static String stat(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // "pid (name) state ...", and a name may have any character
      return stat.substring(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return "";
    }
  }

  public boolean isAlive() {
    return process().isPresent();
  }
}
