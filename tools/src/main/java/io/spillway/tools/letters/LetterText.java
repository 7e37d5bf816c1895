package io.spillway.tools.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.Header;
import io.spillway.job.config.SecretNames;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetter.Refusal;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * One letter whole, for a person. Bytes that are text are shown as text with control characters
 * escaped, others as hex. The values of headers whose names tell of a secret aren't shown.
 */
public final class LetterText {
  private final PrintWriter out;

  public LetterText(PrintWriter out) {
    this.out = out;
  }

  /** Prints the letter. */
  public void print(DeadLetter letter) {
    DeadLetter.Failure failure = letter.failure();
    line("position", letter.position().toString());
    if (!letter.source().isEmpty()) {
      line("source", letter.source());
    }
    long timestampMs = letter.position().timestampMs();
    line("sent", timestampMs < 0 ? "unknown" : Instant.ofEpochMilli(timestampMs).toString());
    line("stage", failure.stage());
    line("kind", failure.kind());
    line("reason", text(failure.reason().getBytes(UTF_8)));
    line("attempts", Integer.toString(failure.attempts()));
    line("first failed", Instant.ofEpochMilli(failure.firstMs()).toString());
    line("last failed", Instant.ofEpochMilli(failure.lastMs()).toString());
    line("trace", letter.traceId());
    if (!letter.subject().table().isEmpty()) {
      line("table", letter.subject().table());
    }
    if (!letter.subject().primaryKey().isEmpty()) {
      line("primary key", letter.subject().primaryKey());
    }
    Refusal refusal = letter.subject().refusal();
    if (refusal != null) {
      line("answer", refusal.status() + " for " + refusal.index() + "/" + refusal.id());
    }
    for (Header header : letter.original().headers()) {
      line("header " + header.name(), header(header));
    }
    line("key", letter.original().key() == null ? "none" : text(letter.original().key()));
    line("value", text(letter.original().value()));
  }

  private void line(String name, String value) {
    out.printf("%-14s%s%n", name + ":", value);
  }

  private static String header(Header header) {
    if (header.value() == null) {
      return "none";
    }
    String name = header.name();
    boolean secret = SecretNames.isSecret(name) || name.equalsIgnoreCase("authorization");
    return secret ? "***" : text(header.value());
  }

  private static String text(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      StringBuilder shown = new StringBuilder(text.length());
      text.codePoints()
          .forEach(
              c -> {
                if (Character.isISOControl(c)) {
                  shown.append("\\u%04x".formatted(c));
                } else {
                  shown.appendCodePoint(c);
                }
              });
      return shown.toString();
    } catch (CharacterCodingException e) {
      return "hex " + HexFormat.of().formatHex(bytes);
    }
  }
}
