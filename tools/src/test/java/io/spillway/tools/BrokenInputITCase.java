package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that can't be decoded: they stop nothing and none is lost. */
class BrokenInputITCase {
  private static final int TWENTY_MEGABYTES = 20 << 20;
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in}]
      storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
      errors: {max-dead-letter-rate: 1.0}
      """;

  /**
   * A broken message and what is to be said of it.
   *
   * @param reason a part of the reason
   */
  private record Broken(byte[] message, String kind, String reason) {
    static Broken text(String message, String kind, String reason) {
      return new Broken(message.getBytes(UTF_8), kind, reason);
    }
  }

  @TempDir Path folder;

  private static List<Broken> broken() {
    List<Broken> broken = new ArrayList<>();
    broken.add(Broken.text("{\"id\":0,\"database\":\"shop\",", "MALFORMED", ""));
    broken.add(Broken.text("no JSON at all", "MALFORMED", ""));
    broken.add(Broken.text("[1,2]", "INVALID", "is not an object"));
    broken.add(Broken.text(row("\"table\":\"t\"", "7"), "INVALID", "database"));
    broken.add(Broken.text(row("\"database\":\"shop\"", "7"), "INVALID", "table"));
    broken.add(Broken.text(row("\"database\":5,\"table\":\"t\"", "7"), "INVALID", "database"));
    broken.add(
        Broken.text(
            row("\"database\":\"shop\",\"table\":\"t\"", "\"soon\""), "INVALID", "commitTs"));
    broken.add(Broken.text("", "EMPTY", ""));
    broken.add(Broken.text("   ", "EMPTY", ""));
    byte[] notUtf8 = row("\"database\":\"shop\",\"table\":\"t?\"", "7").getBytes(UTF_8);
    notUtf8[new String(notUtf8, UTF_8).indexOf('?')] = (byte) 0xff;
    broken.add(new Broken(notUtf8, "MALFORMED", ""));
    byte[] large = row("\"database\":\"shop\",\"table\":\"t\"", "7").getBytes(UTF_8);
    byte[] padded = Arrays.copyOf(large, TWENTY_MEGABYTES);
    Arrays.fill(padded, large.length, padded.length, (byte) ' ');
    broken.add(new Broken(padded, "TOO_LARGE", ""));
    return broken;
  }

  private static String row(String where, String commitTs) {
    return "{"
        + where
        + ",\"isDdl\":false,\"type\":\"INSERT\",\"data\":[{\"id\":\"1\"}],\"_tidb\":{\"commitTs\":"
        + commitTs
        + "}}";
  }

  @Test
  void goesToTheDeadLettersAsItCameWhileAllElseIsDelivered() throws Exception {
    Partitions sample =
        Partitions.sample(SampleSettings.standard(11).withRows(2000, 0), folder.resolve("sample"));
    Map<Long, Broken> byOffset = write(sample, broken());
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE);

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains(byOffset.size() + " to the dead letters");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    check(deadLetters(), byOffset);
  }

  /** Resolved or observed, one clock in the year 2100 carries no progress there. */
  @ParameterizedTest
  @ValueSource(strings = {"resolved", "observed"})
  void aTimestampOfTheYear2100CostsItselfAndNothingBehindIt(String watermark) throws Exception {
    Partitions sample =
        Partitions.sample(SampleSettings.standard(11).withRows(500, 0), folder.resolve("sample"));
    long year2100 = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli() << 18;
    String ahead =
        watermark.equals("resolved")
            ? "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":" + year2100 + "}}"
            : row("\"database\":\"shop\",\"table\":\"t\"", String.valueOf(year2100));
    Map<Long, Broken> byOffset =
        write(sample, List.of(Broken.text(ahead, "AHEAD", "is 2100-01-01T00:00:00Z")));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file, PIPELINE.replace("path: in}", "path: in, watermark: " + watermark + "}"));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    assertThat(Files.readString(folder.resolve("out/metadata")))
        .as("checkpoint-ts of the sample, not of 2100")
        .contains("\"checkpoint-ts\":4");
    check(deadLetters(), byOffset);
  }

  /** Writes the sample with broken messages between those of its partition 1. */
  private Map<Long, Broken> write(Partitions sample, List<Broken> broken) throws IOException {
    List<List<byte[]>> mixed = new ArrayList<>(sample.messages());
    List<byte[]> messages = new ArrayList<>();
    Map<Long, Broken> byOffset = new HashMap<>();
    long offset = 0;
    int next = 0;
    for (byte[] message : sample.messages().get(1)) {
      if (next < broken.size()) {
        byOffset.put(offset, broken.get(next));
        messages.add(broken.get(next).message());
        offset += broken.get(next).message().length + 1;
        next++;
      }
      messages.add(message);
      offset += message.length + 1;
    }
    mixed.set(1, messages);
    new Partitions(mixed).write(folder.resolve("in"));
    assertThat(byOffset).as("all are in the input").hasSameSizeAs(broken);
    return byOffset;
  }

  private List<JsonNode> deadLetters() throws IOException {
    // the largest of them is longer than Jackson reads by default
    ObjectMapper mapper =
        new ObjectMapper(
            JsonFactory.builder()
                .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(2 * TWENTY_MEGABYTES).build())
                .build());
    List<JsonNode> letters = new ArrayList<>();
    try (Stream<Path> tree = Files.walk(folder.resolve("out/_dead-letters"))) {
      for (Path file : tree.filter(path -> path.toString().endsWith(".ndjson")).toList()) {
        for (String line : Files.readAllLines(file)) {
          letters.add(mapper.readTree(line));
        }
      }
    }
    return letters;
  }

  private static void check(List<JsonNode> letters, Map<Long, Broken> byOffset) throws IOException {
    assertThat(letters)
        .extracting(letter -> letter.get("offset").asLong())
        .containsExactlyInAnyOrderElementsOf(byOffset.keySet());
    for (JsonNode letter : letters) {
      Broken broken = byOffset.get(letter.get("offset").asLong());
      // no assertion that would print 20 MB
      assertThat(Arrays.equals(letter.get("value").binaryValue(), broken.message()))
          .as("value at %s", letter.get("offset"))
          .isTrue();
      assertThat(letter.get("topic").asText()).isEqualTo("shop");
      assertThat(letter.get("partition").asInt()).isEqualTo(1);
      assertThat(letter.get("stage").asText()).isEqualTo("decode");
      assertThat(letter.get("kind").asText())
          .as("kind at %s: %s", letter.get("offset"), letter.get("reason"))
          .isEqualTo(broken.kind());
      assertThat(letter.get("reason").asText()).isNotBlank().contains(broken.reason());
    }
  }
}
