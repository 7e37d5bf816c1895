package io.spillway.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.EarlierMessages;
import io.spillway.decode.SimpleJsonDecoder;
import io.spillway.decode.TableRule;
import io.spillway.tools.sample.PartitionTranslation;
import io.spillway.tools.sample.SimpleMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream of canal-json said in TiCDC's simple protocol: every statement in every partition, and a
 * table's columns before the first of its rows that has them.
 *
 * @param messages by partition, in order
 * @param canal the same as canal-json, with the rows as the job is expected to write them
 */
public record SimpleSample(Partitions messages, Partitions canal) {
  public static SimpleSample of(Partitions sample) throws IOException {
    List<JsonNode> statements = new ArrayList<>();
    List<List<byte[]>> messages = new ArrayList<>();
    List<List<byte[]>> canal = new ArrayList<>();
    for (List<byte[]> partition : sample.messages()) {
      SaidAgain again = new SaidAgain(messages.size(), decoder(), SimpleMessages::new);
      PartitionTranslation translation = new PartitionTranslation(statements, again);
      for (byte[] message : partition) {
        translation.add(message, message.length);
      }
      translation.end();
      messages.add(again.messages().stream().map(SaidAgain.Message::value).toList());
      canal.add(again.canal());
    }
    return new SimpleSample(new Partitions(messages), new Partitions(canal));
  }

  private static SimpleJsonDecoder decoder() {
    return new SimpleJsonDecoder(
        DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY, EarlierMessages.NONE);
  }
}
