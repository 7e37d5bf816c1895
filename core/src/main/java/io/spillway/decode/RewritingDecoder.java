package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Poison.About;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What decoders share that write a row or a statement anew as canal-json, in a buffer of their own:
 * it goes on from there as canal-json does, and what is refused there is refused here.
 */
abstract class RewritingDecoder implements MessageDecoder {
  static final byte[] INSERT = ascii("INSERT");
  static final byte[] UPDATE = ascii("UPDATE");
  static final byte[] DELETE = ascii("DELETE");

  final Problem problem = new Problem();
  final CanalText.Change change = new CanalText.Change();
  final CanalText text;
  final CommitTimes times;
  private final CanalJsonDecoder canal;
  SourcePartition partition;
  long offset;
  long timestampMs;

  /**
   * @param rule tables whose messages are refused
   * @param times timestamps that are taken
   */
  RewritingDecoder(CanalText text, DispatcherBy by, TableRule rule, CommitTimes times) {
    this.text = text;
    this.times = times;
    this.canal = new CanalJsonDecoder(by, rule);
  }

  /** Where the message stands that is decoded now. */
  final void at(SourcePartition from, long at, long timeMs) {
    partition = from;
    offset = at;
    timestampMs = timeMs;
  }

  /** The message with the problem that has been found. */
  final Poison refused(
      byte[] key, byte[] buffer, int start, int length, TableId table, String primaryKey) {
    byte[] value = Arrays.copyOfRange(buffer, start, start + length);
    SourcePosition position = new SourcePosition(partition, offset, timestampMs);
    About about = new About(List.of(), table, primaryKey);
    return new Poison(position, key, value, problem.kind(), problem.reason(), about);
  }

  /** What becomes of the row that has been written; null where that is refused. */
  final Event writtenRow() {
    return sound(canal.written(partition, offset, timestampMs, text));
  }

  /** What becomes of the statement that has been written; null where that is refused. */
  final Event writtenStatement() {
    JsonBuffer out = text.out;
    return sound(canal.decode(partition, offset, timestampMs, null, out.bytes(), 0, out.size()));
  }

  private Event sound(Event event) {
    if (event instanceof Poison refused) {
      problem.is(refused);
      return null;
    }
    return event;
  }

  /** Whether progress must not be carried to this time; then that is the problem. */
  final boolean isAhead(Enum<?> field, long commitTs) {
    if (!times.isAhead(commitTs)) {
      return false;
    }
    problem.ahead(field, times.refusal(commitTs));
    return true;
  }

  static byte[] ascii(String word) {
    return word.getBytes(StandardCharsets.US_ASCII);
  }
}
