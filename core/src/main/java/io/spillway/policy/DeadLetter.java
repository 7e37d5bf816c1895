package io.spillway.policy;

import io.spillway.event.Header;
import io.spillway.event.Poison;
import io.spillway.event.SourcePosition;
import io.spillway.event.TraceId;
import java.util.List;

/**
 * A message that was taken out of the flow, with everything that is needed to put it back.
 *
 * @param original the message as it came
 * @param failure why it was taken out
 * @param subject what it is about, as far as that is known
 */
public record DeadLetter(Original original, Failure failure, Subject subject) {
  /** The stage that decodes. */
  public static final String DECODE = "decode";

  /** The stage that writes to the search engine. */
  public static final String SEARCH = "search";

  /**
   * A message as it came.
   *
   * @param source what the source reads whose message it is, since two may have partitions of one
   *     name: bootstrap servers, or the URI of a folder. Empty where that isn't known, as in
   *     letters of 0.1.0
   * @param key null where it had none
   * @param value the row as it came; from a source that allows line breaks in it, with blanks in
   *     their place
   */
  public record Original(
      String source, SourcePosition position, byte[] key, byte[] value, List<Header> headers) {
    /** One of which it isn't known which source has read it. */
    public Original(SourcePosition position, byte[] key, byte[] value, List<Header> headers) {
      this("", position, key, value, headers);
    }
  }

  /**
   * Why a message was taken out.
   *
   * @param stage the stage of the flow that refused it: {@link #DECODE} or {@link #SEARCH}
   * @param kind the kind of error, as {@code MALFORMED} or the engine's own name of it
   * @param reason for a person; without row values where it is this job's own
   * @param attempts how often it was tried; 0 where it never came to that
   * @param firstMs when it failed first, in ms since 1970
   * @param lastMs when it failed last
   */
  public record Failure(
      String stage, String kind, String reason, int attempts, long firstMs, long lastMs) {}

  /**
   * What a message is about.
   *
   * @param table {@code schema.table}; empty where it isn't known
   * @param primaryKey the key's columns and their texts as a JSON object; empty where it isn't
   *     known
   * @param refusal what an output has said about it; null where it never got that far
   */
  public record Subject(String table, String primaryKey, Refusal refusal) {}

  /**
   * An output's refusal of one document.
   *
   * @param status HTTP status; 0 where nobody was asked
   * @param index where it should have gone; empty where there was no name for it
   * @param id its id there; empty where there was none
   */
  public record Refusal(int status, String index, String id) {}

  /**
   * A message that can't be decoded.
   *
   * @param source see {@link Original}
   */
  public static DeadLetter undecodable(Poison bad, String source, long nowMs) {
    return new DeadLetter(
        new Original(source, bad.position(), bad.key(), bad.value(), bad.about().headers()),
        new Failure(DECODE, bad.kind().name(), bad.reason(), 1, nowMs, nowMs),
        new Subject(
            bad.about().table() == null ? "" : bad.about().table().toString(),
            bad.about().primaryKey(),
            null));
  }

  public SourcePosition position() {
    return original.position();
  }

  /** What the source reads whose message it is, see {@link Original}. */
  public String source() {
    return original.source();
  }

  /** The trace that the message belongs to, see {@link TraceId}. */
  public String traceId() {
    return TraceId.of(original.headers(), original.position());
  }
}
