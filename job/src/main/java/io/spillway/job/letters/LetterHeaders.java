package io.spillway.job.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.Header;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetter.Failure;
import io.spillway.policy.DeadLetter.Original;
import io.spillway.policy.DeadLetter.Refusal;
import io.spillway.policy.DeadLetter.Subject;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A dead letter as the headers of a record whose key and value are the original's. First come the
 * original's own headers, then {@link #FORMAT}, and behind it what is known of the failure: under
 * the names that Kafka Connect gives its dead letters where it has one, else under {@code
 * spillway.}. Values are UTF-8 texts; numbers are decimal, times as in ISO 8601.
 */
public final class LetterHeaders {
  /** The first header that isn't the original's; its value is the version of this form. */
  public static final String FORMAT = "spillway.letter";

  /** Where the letter is that was too large for the topic. */
  public static final String FILE = "spillway.letter.file";

  private static final String CONNECT = "__connect.errors.";
  private static final String VERSION = "1";

  private LetterHeaders() {}

  /** The headers of a letter's record, in their order. */
  public static List<Header> of(DeadLetter letter, String pipeline) {
    List<Header> headers = new ArrayList<>(letter.original().headers());
    add(FORMAT, VERSION, headers);
    if (!letter.source().isEmpty()) {
      add("spillway.source", letter.source(), headers);
    }
    SourcePosition position = letter.position();
    add(CONNECT + "topic", position.partition().source(), headers);
    add(CONNECT + "partition", Integer.toString(position.partition().number()), headers);
    add(CONNECT + "offset", Long.toString(position.offset()), headers);
    add(CONNECT + "connector.name", pipeline, headers);
    Failure failure = letter.failure();
    add(CONNECT + "stage", failure.stage(), headers);
    add(CONNECT + "class.name", "io.spillway." + failure.stage(), headers);
    add(CONNECT + "exception.class.name", failure.kind(), headers);
    add(CONNECT + "exception.message", failure.reason(), headers);
    add("spillway.timestamp", Long.toString(position.timestampMs()), headers);
    add("spillway.attempts", Integer.toString(failure.attempts()), headers);
    add("spillway.first-failed-at", Instant.ofEpochMilli(failure.firstMs()).toString(), headers);
    add("spillway.failed-at", Instant.ofEpochMilli(failure.lastMs()).toString(), headers);
    add("spillway.trace-id", letter.traceId(), headers);
    addSubject(letter.subject(), headers);
    return headers;
  }

  private static void addSubject(Subject subject, List<Header> headers) {
    if (!subject.table().isEmpty()) {
      add("spillway.table", subject.table(), headers);
    }
    if (!subject.primaryKey().isEmpty()) {
      add("spillway.primary-key", subject.primaryKey(), headers);
    }
    if (subject.refusal() != null) {
      add("spillway.status", Integer.toString(subject.refusal().status()), headers);
      add("spillway.index", subject.refusal().index(), headers);
      add("spillway.id", subject.refusal().id(), headers);
    }
  }

  static void add(String name, String value, List<Header> headers) {
    headers.add(new Header(name, value.getBytes(UTF_8)));
  }

  /**
   * The letter of a record.
   *
   * @throws IOException where the record is none
   */
  static DeadLetter read(byte[] key, byte[] value, List<Header> headers) throws IOException {
    int format = format(headers);
    Map<String, String> told = told(headers.subList(format, headers.size()));
    try {
      SourcePosition position =
          new SourcePosition(
              new SourcePartition(
                  need(told, CONNECT + "topic"),
                  Integer.parseInt(need(told, CONNECT + "partition"))),
              Long.parseLong(need(told, CONNECT + "offset")),
              Long.parseLong(need(told, "spillway.timestamp")));
      Failure failure =
          new Failure(
              need(told, CONNECT + "stage"),
              need(told, CONNECT + "exception.class.name"),
              need(told, CONNECT + "exception.message"),
              Integer.parseInt(need(told, "spillway.attempts")),
              Instant.parse(need(told, "spillway.first-failed-at")).toEpochMilli(),
              Instant.parse(need(told, "spillway.failed-at")).toEpochMilli());
      List<Header> own = List.copyOf(headers.subList(0, format));
      return new DeadLetter(
          new Original(told.getOrDefault("spillway.source", ""), position, key, value, own),
          failure,
          subject(told));
    } catch (NumberFormatException | DateTimeException e) {
      throw new IOException("not a dead letter: " + e.getMessage(), e);
    }
  }

  private static Subject subject(Map<String, String> told) throws IOException {
    Refusal refusal =
        told.containsKey("spillway.status")
            ? new Refusal(
                Integer.parseInt(told.get("spillway.status")),
                need(told, "spillway.index"),
                need(told, "spillway.id"))
            : null;
    return new Subject(
        told.getOrDefault("spillway.table", ""),
        told.getOrDefault("spillway.primary-key", ""),
        refusal);
  }

  /** A message may have been a letter before, so it is the last one that counts. */
  private static int format(List<Header> headers) throws IOException {
    for (int i = headers.size() - 1; i >= 0; i--) {
      if (headers.get(i).name().equals(FORMAT)) {
        return i;
      }
    }
    throw new IOException("not a dead letter: it has no header " + FORMAT);
  }

  private static Map<String, String> told(List<Header> headers) {
    Map<String, String> told = new HashMap<>();
    for (Header header : headers) {
      if (header.value() != null) {
        told.put(header.name(), new String(header.value(), UTF_8));
      }
    }
    return told;
  }

  private static String need(Map<String, String> told, String name) throws IOException {
    String value = told.get(name);
    if (value == null) {
      throw new IOException("not a dead letter: it has no header " + name);
    }
    return value;
  }
}
