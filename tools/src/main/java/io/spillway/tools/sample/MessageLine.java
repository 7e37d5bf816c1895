package io.spillway.tools.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A message of Kafka as a line of a file. */
public final class MessageLine {
  private MessageLine() {}

  /**
   * The value alone where there is no key, else an object with both, without a line end.
   *
   * @param key JSON, or null
   * @param value JSON, or null for a tombstone
   */
  public static byte[] of(byte[] key, byte[] value) {
    String text = value == null ? "null" : new String(value, UTF_8);
    String line =
        key == null ? text : "{\"key\":" + new String(key, UTF_8) + ",\"value\":" + text + "}";
    return line.getBytes(UTF_8);
  }
}
