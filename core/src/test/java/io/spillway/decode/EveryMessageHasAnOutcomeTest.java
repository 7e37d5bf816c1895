package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.schema.Catalog;
import io.spillway.schema.DdlOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Messages of the published shapes, damaged at random: whatever comes, no decoder and no reader of
 * statements throws, and each message is a row, a statement, a resolved event, a dead letter that
 * holds all of it, or skipped for a reason. None with a row in it is skipped.
 *
 * <p>{@code -Dspillway.fuzz.messages=1000000} is the nightly number, {@code -Dspillway.fuzz.seed}
 * another seed; a failure names seed and case.
 */
class EveryMessageHasAnOutcomeTest {
  private static final int MESSAGES = Integer.getInteger("spillway.fuzz.messages", 24_000);
  private static final long SEED = Long.getLong("spillway.fuzz.seed", 20261129L);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> ROW_TYPES = Set.of("INSERT", "UPDATE", "DELETE");
  private static final Set<String> ROW_OPS = Set.of("c", "r", "u", "d");
  private static final int STATEMENTS_KEPT = 400;

  private final Random random = new Random(SEED);
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private Catalog catalog = new Catalog();
  private int statements;

  @Test
  void ofCanalJson() {
    run(FuzzSeeds.CANAL, new CanalJsonDecoder(DispatcherBy.TABLE), this::canalHasARow);
    assertThat(outcomes).containsKeys("Row", "SchemaChange", "Resolved", "Poison", "Skipped");
  }

  @Test
  void ofDebeziumJson() {
    run(FuzzSeeds.DEBEZIUM, DebeziumMessages.decoder(), this::debeziumHasARow);
    assertThat(outcomes).containsKeys("Row", "SchemaChange", "Resolved", "Poison", "Skipped");
  }

  @Test
  void ofSimpleJson() {
    run(FuzzSeeds.SIMPLE, SimpleMessages.decoder(), this::simpleHasARow);
    assertThat(outcomes).containsKeys("Row", "SchemaChange", "Resolved", "Poison", "Skipped");
  }

  @Test
  void ofOpenProtocol() {
    run(FuzzSeeds.OPEN, OpenMessages.joined(TableRule.ANY), this::openHasARow);
    assertThat(outcomes).containsKeys("Row", "SchemaChange", "Resolved", "Poison", "Skipped");
  }

  @Test
  void ofStatements() throws IOException {
    List<String> corpus = FuzzSeeds.statements();
    for (int i = 0; i < MESSAGES / 12; i++) {
      String sql = damaged(corpus.get(random.nextInt(corpus.size())), corpus);
      apply(i, new SchemaChange(Messages.PARTITION, i, FuzzSeeds.TABLE, "QUERY", sql));
    }
  }

  private interface RowTest {
    boolean hasRow(JsonNode message);
  }

  private void run(List<String> seeds, MessageDecoder decoder, RowTest rows) {
    for (int i = 0; i < MESSAGES / 4; i++) {
      byte[] message = Messages.utf8(seeds.get(random.nextInt(seeds.size())));
      for (int m = random.nextInt(4); m >= 0; m--) {
        Mutation mutation = Mutation.values()[random.nextInt(Mutation.values().length)];
        message = mutation.apply(message, random);
      }
      byte[] key = random.nextInt(3) == 0 ? null : Messages.utf8(DebeziumMessages.KEY);
      Event event = null;
      try {
        event =
            decoder.decode(Messages.PARTITION, i, Messages.TIME, key, message, 0, message.length);
        check(i, event, message, key, rows);
      } catch (RuntimeException | StackOverflowError | IOException e) {
        fail(named(i, message), e);
      }
      outcomes.merge(event.getClass().getSimpleName(), 1, Integer::sum);
    }
    int sum = outcomes.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(sum).as("messages with an outcome").isEqualTo(MESSAGES / 4);
  }

  private static String named(int number, byte[] message) {
    String text = new String(message, StandardCharsets.ISO_8859_1);
    return "seed " + SEED + ", case " + number + ": " + text;
  }

  private void check(int number, Event event, byte[] message, byte[] key, RowTest rows)
      throws IOException {
    if (event instanceof Row row) {
      JsonNode canal = JSON.readTree(row.buffer(), row.offset(), row.length());
      assertThat(canal.path("type").asText()).as(named(number, message)).isIn(ROW_TYPES);
      assertThat(canal.path("data").size()).as(named(number, message)).isPositive();
      assertThat(reread(row)).as(named(number, message)).isEqualTo(facts(row));
    } else if (event instanceof Poison poison) {
      assertThat(poison.value()).as(named(number, message)).isEqualTo(message);
      assertThat(poison.key()).isEqualTo(key);
      assertThat(poison.reason()).isNotBlank();
    } else if (event instanceof Skipped skipped) {
      assertThat(skipped.reason()).as(named(number, message)).isNotBlank();
      assertThat(rows.hasRow(JSON.readTree(message))).as(named(number, message)).isFalse();
    } else if (event instanceof SchemaChange ddl) {
      apply(number, ddl);
    } else {
      assertThat(event).as(named(number, message)).isInstanceOf(Resolved.class);
    }
  }

  /** What a reader of the row's bytes makes of them. */
  private static String reread(Row row) {
    CanalJsonDecoder reader = new CanalJsonDecoder(DispatcherBy.TABLE);
    Event again =
        reader.decode(
            Messages.PARTITION, 0, Messages.TIME, null, row.buffer(), row.offset(), row.length());
    Row read = (Row) again;
    return facts(
        row.shape() != null
            ? read
            : new Row(null, read.dispatcher(), read.commitTs(), null, 0, read.length(), null));
  }

  private static String facts(Row row) {
    return row + " " + EventText.columns(row.shape());
  }

  /** Whether a message has rows that somebody must get. */
  private boolean canalHasARow(JsonNode message) {
    boolean isDdl = message.path("isDdl").asBoolean();
    return !isDdl && message.path("data").isArray() && !message.path("data").isEmpty();
  }

  private boolean simpleHasARow(JsonNode message) {
    boolean hasImage = message.hasNonNull("data") || message.hasNonNull("old");
    String type = message.path("type").asText();
    boolean isOther = type.equals("WATERMARK") || type.equals("BOOTSTRAP");
    return hasImage && !isOther && !message.hasNonNull("sql");
  }

  private boolean openHasARow(JsonNode message) {
    return message.path("t").asInt() == 1 && (message.hasNonNull("u") || message.hasNonNull("d"));
  }

  private boolean debeziumHasARow(JsonNode message) {
    JsonNode value = message.has("value") ? message.path("value") : message;
    JsonNode payload = value.has("payload") ? value.path("payload") : value;
    return ROW_OPS.contains(payload.path("op").asText()) && !payload.hasNonNull("ddl");
  }

  private void apply(int number, SchemaChange ddl) {
    if (++statements % STATEMENTS_KEPT == 0) {
      catalog = new Catalog();
    }
    try {
      DdlOutcome outcome = catalog.apply(ddl);
      assertThat(outcome.drained()).isNotEmpty();
    } catch (RuntimeException | StackOverflowError e) {
      fail(named(number, Messages.utf8(ddl.query())), e);
    }
  }

  private String damaged(String statement, List<String> corpus) {
    String[] words = statement.split(" ");
    for (int m = random.nextInt(3); m >= 0; m--) {
      int at = random.nextInt(words.length);
      String[] other = corpus.get(random.nextInt(corpus.size())).split(" ");
      words[at] =
          switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> words[at] + " " + words[random.nextInt(words.length)];
            case 2 -> other[random.nextInt(other.length)];
            default -> words[at].substring(random.nextInt(words[at].length() + 1));
          };
    }
    return String.join(" ", words);
  }
}
