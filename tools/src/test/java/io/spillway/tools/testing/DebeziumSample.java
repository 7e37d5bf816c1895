package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DebeziumJsonDecoder;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.StreamClocks;
import io.spillway.decode.TableRule;
import io.spillway.tools.sample.DebeziumMessages;
import io.spillway.tools.sample.MessageLine;
import io.spillway.tools.sample.PartitionTranslation;
import io.spillway.tools.sample.TicdcOrigin;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream of canal-json said as Debezium or TiCDC says it.
 *
 * @param messages by partition, in order
 * @param canal the same as canal-json, with the rows as the job is expected to write them
 */
public record DebeziumSample(List<List<SaidAgain.Message>> messages, Partitions canal) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] HEARTBEAT = "{\"ts_ms\":1768472430951}".getBytes(UTF_8);
  private static final byte[] END =
      "{\"status\":\"END\",\"id\":\"x:1\",\"event_count\":1,\"ts_ms\":5}".getBytes(UTF_8);

  /** TiCDC's form: with schema and resolved events, every statement in every partition. */
  public static DebeziumSample ticdc(Partitions sample) throws IOException {
    DebeziumJsonDecoder decoder = decoder();
    List<JsonNode> statements = new ArrayList<>();
    List<SaidAgain> partitions = new ArrayList<>();
    for (List<byte[]> partition : sample.messages()) {
      SaidAgain again =
          new SaidAgain(
              partitions.size(), decoder, out -> new DebeziumMessages(new TicdcOrigin(), out));
      PartitionTranslation translation = new PartitionTranslation(statements, again);
      for (byte[] message : partition) {
        translation.add(message, message.length);
      }
      translation.end();
      partitions.add(again);
    }
    return of(partitions);
  }

  /**
   * The form of Debezium's MySQL connector: times in whole seconds, no resolved events, statements
   * in a topic of their own, which is the last partition here; a tombstone after each delete, and
   * heartbeats and ends of transactions in between.
   */
  public static DebeziumSample plain(Partitions sample) throws IOException {
    DebeziumJsonDecoder decoder = decoder();
    MySqlConnector.Log log = new MySqlConnector.Log();
    List<JsonNode> statements = new ArrayList<>();
    List<SaidAgain> partitions = new ArrayList<>();
    for (List<byte[]> partition : sample.messages()) {
      SaidAgain again =
          new SaidAgain(partitions.size(), decoder, out -> new MySqlConnector(log, out));
      for (byte[] message : partition) {
        JsonNode canal = JSON.readTree(message);
        if (canal.get("isDdl").asBoolean()) {
          statements.add(canal);
        } else if (!canal.get("type").asText().equals("TIDB_WATERMARK")) {
          again.row(canal);
        }
      }
      again.messages().add(new SaidAgain.Message(null, HEARTBEAT));
      again.messages().add(new SaidAgain.Message(null, END));
      partitions.add(again);
    }
    SaidAgain last = new SaidAgain(partitions.size(), decoder, out -> new MySqlConnector(log, out));
    for (JsonNode statement : statements) {
      last.statement(statement);
    }
    partitions.add(last);
    return of(partitions);
  }

  private static DebeziumJsonDecoder decoder() {
    return new DebeziumJsonDecoder(
        DispatcherBy.TABLE,
        TableRule.ANY,
        ZoneOffset.UTC,
        CommitTimes.ANY.with(new StreamClocks()));
  }

  private static DebeziumSample of(List<SaidAgain> partitions) {
    return new DebeziumSample(
        partitions.stream().map(SaidAgain::messages).toList(),
        new Partitions(partitions.stream().map(SaidAgain::canal).toList()));
  }

  /** As files have it: each with its key in a line. */
  public Partitions lines() {
    List<List<byte[]>> lines = new ArrayList<>();
    for (List<SaidAgain.Message> partition : messages) {
      lines.add(partition.stream().map(m -> MessageLine.of(m.key(), m.value())).toList());
    }
    return new Partitions(lines);
  }
}
