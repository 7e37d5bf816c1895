package io.spillway.tools.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleStreamTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SampleSettings SETTINGS =
      SampleSettings.standard(7).withRows(3000, 500).withReplays(4);

  @TempDir Path folder;

  @Test
  void sameSettingsGiveTheSameBytes() throws IOException {
    new SampleStream(SETTINGS).write(folder.resolve("a"));
    new SampleStream(SETTINGS).writeAndTell(folder.resolve("b"));

    for (int i = 0; i < SETTINGS.partitions(); i++) {
      String file = "shop-" + i + ".ndjson";
      assertThat(folder.resolve("a").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("b").resolve(file));
    }
  }

  @Test
  void whatIsToldIsWhatIsInTheFiles() throws IOException {
    Sent sent = new SampleStream(SETTINGS).writeAndTell(folder);

    List<Sent.Row> rows = new ArrayList<>();
    List<Sent.Ddl> ddls = new ArrayList<>();
    for (int i = 0; i < SETTINGS.partitions(); i++) {
      for (JsonNode message : messages(i)) {
        long commitTs = message.at("/_tidb/commitTs").asLong();
        String table = message.get("table").asText();
        if (message.get("isDdl").asBoolean()) {
          assertThat(i).isZero();
          ddls.add(new Sent.Ddl(commitTs, table, message.get("sql").asText()));
        } else if (!message.get("type").asText().equals("TIDB_WATERMARK")) {
          rows.add(
              new Sent.Row(
                  commitTs,
                  table,
                  message.get("type").asText(),
                  message.at("/data/0/id").asLong()));
        }
      }
    }
    assertThat(sent.rows()).hasSize(3000).doesNotHaveDuplicates();
    assertThat(rows)
        .hasSize(
            (int)
                (sent.rows().size() + sent.replayedResolved() + sent.replayedUnresolved().size()));
    assertThat(new HashSet<>(rows)).isEqualTo(new HashSet<>(sent.rows()));
    assertThat(sent.rows()).containsAll(sent.replayedUnresolved());
    assertThat(sent.replayedResolved()).isPositive();
    assertThat(sent.replayedUnresolved()).isNotEmpty();
    assertThat(ddls).containsExactlyElementsOf(sent.ddls()).hasSize(10 + 10);
  }

  @Test
  void nothingNewComesAtOrBeforeAResolvedEventOfItsPartition() throws IOException {
    Sent sent = new SampleStream(SETTINGS).writeAndTell(folder);

    long replayed = 0;
    for (int i = 0; i < SETTINGS.partitions(); i++) {
      long resolved = 0;
      for (JsonNode message : messages(i)) {
        if (message.get("type").asText().equals("TIDB_WATERMARK")) {
          long next = message.at("/_tidb/watermarkTs").asLong();
          assertThat(next).isGreaterThan(resolved);
          resolved = next;
        } else if (message.at("/_tidb/commitTs").asLong() <= resolved) {
          replayed++;
        }
      }
      assertThat(resolved).isEqualTo(sent.resolved());
    }
    assertThat(replayed).isEqualTo(sent.replayedResolved());
  }

  @Test
  void columnsOfARowAreThoseThatTheDdlsBeforeItHaveMade() throws IOException {
    Sent sent = new SampleStream(SETTINGS.withDdls(true, 60)).writeAndTell(folder);

    Set<Long> ddlTimes = new HashSet<>();
    sent.ddls().forEach(ddl -> ddlTimes.add(ddl.commitTs()));
    int withDdlsTs = 0;
    for (int i = 0; i < SETTINGS.partitions(); i++) {
      for (JsonNode message : messages(i)) {
        if (!message.get("mysqlType").isObject()) {
          continue;
        }
        long commitTs = message.at("/_tidb/commitTs").asLong();
        String table = message.get("table").asText();
        long added =
            sent.ddls().stream()
                .filter(d -> d.table().equals(table) && d.query().startsWith("ALTER"))
                .filter(d -> d.commitTs() < commitTs)
                .count();
        assertThat(message.at("/data/0").size()).isEqualTo(3 + (int) added);
        withDdlsTs += ddlTimes.contains(commitTs) ? 1 : 0;
      }
    }
    assertThat(withDdlsTs).isPositive();
  }

  @Test
  void tablesArePlacedByChecksumAndHaveTheSharesAskedFor() throws IOException {
    Sent sent = new SampleStream(SETTINGS.withTables(8, 1.5)).writeAndTell(folder);

    Map<String, Integer> counts = new HashMap<>();
    sent.rows().forEach(row -> counts.merge(row.table(), 1, Integer::sum));
    assertThat(counts.get("orders_0")).isGreaterThan(5 * counts.get("reviews_0"));
    for (int i = 0; i < SETTINGS.partitions(); i++) {
      for (JsonNode message : messages(i)) {
        if (message.get("mysqlType").isObject()) {
          CRC32 crc = new CRC32();
          crc.update(("shop" + message.get("table").asText()).getBytes(StandardCharsets.UTF_8));
          assertThat(crc.getValue() % SETTINGS.partitions()).isEqualTo(i);
        }
      }
    }
  }

  @Test
  void rowsHaveTheSizeAndDensityAskedFor() throws IOException {
    int perSecond = 1_000_000;
    Sent sent =
        new SampleStream(SETTINGS.withDdls(false, 0).withRowsPerSecond(perSecond))
            .writeAndTell(folder);

    for (int i = 0; i < SETTINGS.partitions(); i++) {
      for (String line : Files.readAllLines(folder.resolve("shop-" + i + ".ndjson"))) {
        if (!line.contains("TIDB_WATERMARK") && !line.contains("UPDATE")) {
          assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSize(500);
        }
      }
    }
    long first = sent.rows().get(0).commitTs();
    long last = sent.rows().get(sent.rows().size() - 1).commitTs();
    assertThat((last - first) >> 18).isBetween(2L, 3L);
  }

  private List<JsonNode> messages(int partition) throws IOException {
    List<JsonNode> messages = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("shop-" + partition + ".ndjson"))) {
      messages.add(JSON.readTree(line));
    }
    return messages;
  }
}
