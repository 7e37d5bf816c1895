package io.spillway.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.sample.SampleStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Messages by partition, in order.
 *
 * @param messages one list a partition
 */
public record Partitions(List<List<byte[]>> messages) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Timed(long commitTs, boolean ddl, byte[] message) {}

  /**
   * A sample stream.
   *
   * @param folder where its files are written and left
   */
  public static Partitions sample(SampleSettings settings, Path folder) throws IOException {
    new SampleStream(settings).write(folder);
    return in(folder);
  }

  /** Of a folder with one file a partition. */
  public static Partitions in(Path folder) throws IOException {
    List<List<byte[]>> messages = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted(Comparator.comparing(Partitions::number)).toList()) {
        messages.add(lines(Files.readAllBytes(file)));
      }
    }
    return new Partitions(messages);
  }

  private static int number(Path file) {
    String name = file.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1, name.lastIndexOf('.')));
  }

  private static List<byte[]> lines(byte[] content) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] == '\n') {
        lines.add(Arrays.copyOfRange(content, start, i));
        start = i + 1;
      }
    }
    return lines;
  }

  public Sent sent() throws IOException {
    return Sent.of(messages);
  }

  public int count() {
    return messages.size();
  }

  /** Writes {@code shop-<partition>.ndjson} files. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < messages.size(); i++) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (byte[] message : messages.get(i)) {
        content.writeBytes(message);
        content.write('\n');
      }
      Files.write(folder.resolve("shop-" + i + ".ndjson"), content.toByteArray());
    }
  }

  /**
   * The same stream, with every table's rows dealt out to all partitions. Needs a stream without
   * repetitions: between the same two resolved events, a row may stand in any partition.
   */
  public Partitions spread() throws IOException {
    List<List<byte[]>> spread = new ArrayList<>();
    messages.forEach(partition -> spread.add(new ArrayList<>()));
    List<List<List<byte[]>>> sections = new ArrayList<>();
    for (List<byte[]> partition : messages) {
      sections.add(sections(partition));
    }
    for (int s = 0; s < sections.get(0).size(); s++) {
      List<Timed> timed = new ArrayList<>();
      for (List<List<byte[]>> ofPartition : sections) {
        List<byte[]> section = ofPartition.get(s);
        for (byte[] message : section.subList(0, section.size() - 1)) {
          timed.add(timed(message));
        }
      }
      deal(timed, spread);
      for (int p = 0; p < spread.size(); p++) {
        List<byte[]> section = sections.get(p).get(s);
        spread.get(p).add(section.get(section.size() - 1));
      }
    }
    return new Partitions(spread);
  }

  private static void deal(List<Timed> timed, List<List<byte[]>> spread) {
    // a row with a DDL's own commit timestamp goes first
    timed.sort(Comparator.comparingLong(Timed::commitTs).thenComparing(Timed::ddl));
    int next = 0;
    for (Timed message : timed) {
      spread.get(message.ddl() ? 0 : next++ % spread.size()).add(message.message());
    }
  }

  /** Each with its resolved event at the end. */
  private static List<List<byte[]>> sections(List<byte[]> partition) throws IOException {
    List<List<byte[]>> sections = new ArrayList<>();
    List<byte[]> section = new ArrayList<>();
    for (byte[] message : partition) {
      section.add(message);
      if (isResolved(message)) {
        sections.add(section);
        section = new ArrayList<>();
      }
    }
    return sections;
  }

  private static Timed timed(byte[] message) throws IOException {
    JsonNode json = JSON.readTree(message);
    return new Timed(
        json.get("_tidb").get("commitTs").asLong(), json.get("isDdl").asBoolean(), message);
  }

  private static boolean isResolved(byte[] message) throws IOException {
    return JSON.readTree(message).get("type").asText().equals("TIDB_WATERMARK");
  }

  /** Commit timestamp up to which every partition has said that it is complete. */
  public long resolved() throws IOException {
    long least = Long.MAX_VALUE;
    for (List<byte[]> partition : messages) {
      long last = 0;
      for (byte[] message : partition) {
        if (isResolved(message)) {
          last = JSON.readTree(message).get("_tidb").get("watermarkTs").asLong();
        }
      }
      least = Math.min(least, last);
    }
    return least;
  }

  /** The same without resolved events, as sources that know none send it. */
  public Partitions unresolved() throws IOException {
    List<List<byte[]>> rest = new ArrayList<>();
    for (List<byte[]> partition : messages) {
      List<byte[]> kept = new ArrayList<>();
      for (byte[] message : partition) {
        if (!isResolved(message)) {
          kept.add(message);
        }
      }
      rest.add(kept);
    }
    return new Partitions(rest);
  }

  /**
   * The same with one more partition: from a share on (0 to 1) it has the rows and DDLs of the last
   * one, which goes on with its resolved events alone. Needs a stream without repetitions.
   */
  public Partitions moved(double from) throws IOException {
    List<List<byte[]>> moved = new ArrayList<>(messages.subList(0, messages.size() - 1));
    List<byte[]> last = messages.get(messages.size() - 1);
    List<byte[]> tail = last.subList((int) (from * last.size()), last.size());
    List<byte[]> stays = new ArrayList<>(last.subList(0, (int) (from * last.size())));
    for (byte[] message : tail) {
      if (isResolved(message)) {
        stays.add(message);
      }
    }
    moved.add(stays);
    moved.add(List.copyOf(tail));
    return new Partitions(moved);
  }

  /** Of every partition the messages from one share to another (0 to 1). */
  public Partitions part(double from, double to) {
    List<List<byte[]>> parts = new ArrayList<>();
    for (List<byte[]> partition : messages) {
      int size = partition.size();
      parts.add(partition.subList((int) (from * size), (int) (to * size)));
    }
    return new Partitions(parts);
  }

  /** Sends each to its partition of the topic. */
  public void feed(KafkaTopic topic) throws Exception {
    for (int i = 0; i < messages.size(); i++) {
      topic.send(i, messages.get(i));
    }
  }
}
