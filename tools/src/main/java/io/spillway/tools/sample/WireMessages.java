package io.spillway.tools.sample;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Says one partition's canal-json in another wire format, message by message, in order. */
public interface WireMessages {

  /** Takes the messages of the other format. */
  @FunctionalInterface
  interface Output {
    /**
     * @param key JSON, null where the message has none
     * @param value JSON, null for a tombstone
     */
    void message(byte[] key, byte[] value) throws IOException;
  }

  /** A row, before which its table's columns may have to be said. */
  void row(JsonNode canal) throws IOException;

  void statement(JsonNode canal) throws IOException;

  void resolved(JsonNode canal) throws IOException;
}
