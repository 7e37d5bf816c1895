package io.spillway.tools.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;

/**
 * Translates one partition of a canal-json stream, whose statements stand in one partition alone,
 * into a format in which TiCDC sends each statement to every partition. A statement comes right
 * before the first resolved event that covers it.
 */
public final class PartitionTranslation {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<JsonNode> statements;
  private final WireMessages messages;
  private int next;

  /**
   * @param statements of the whole stream, shared by its partitions; those that come are added
   */
  public PartitionTranslation(List<JsonNode> statements, WireMessages messages) {
    this.statements = statements;
    this.messages = messages;
  }

  /** Translates a message of {@code length} bytes of canal-json. */
  public void add(byte[] canal, int length) throws IOException {
    JsonNode said = JSON.readTree(canal, 0, length);
    if (said.get("isDdl").asBoolean()) {
      statements.add(said);
    } else if (said.get("type").asText().equals("TIDB_WATERMARK")) {
      statementsUpTo(said.at("/_tidb/watermarkTs").asLong());
      messages.resolved(said);
    } else {
      messages.row(said);
    }
  }

  /** Ends the partition: statements that no resolved event has covered are its last messages. */
  public void end() throws IOException {
    statementsUpTo(Long.MAX_VALUE);
  }

  private void statementsUpTo(long resolved) throws IOException {
    while (next < statements.size() && commitTs(statements.get(next)) <= resolved) {
      messages.statement(statements.get(next++));
    }
  }

  static long commitTs(JsonNode canal) {
    return canal.at("/_tidb/commitTs").asLong();
  }
}
