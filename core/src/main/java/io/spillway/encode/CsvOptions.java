package io.spillway.encode;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/**
 * How rows stand in CSV files; the options are those of TiCDC's storage sink.
 *
 * @param delimiter between two fields: 1 to 3 printable ASCII characters
 * @param quote around texts: one such character, or empty for texts that are escaped instead
 * @param nullText what stands for NULL; never quoted
 * @param commitTs whether each record has its commit timestamp
 * @param binary how binary values stand
 * @param oldValues whether an update is two records, that of the row before it first
 * @param header whether the first line of a file names the columns
 * @param terminator what ends a record
 */
public record CsvOptions(
    String delimiter,
    String quote,
    String nullText,
    boolean commitTs,
    Binary binary,
    boolean oldValues,
    boolean header,
    Terminator terminator)
    implements Serializable {
  public static final CsvOptions DEFAULT =
      new CsvOptions(",", "\"", "\\N", true, Binary.BASE64, false, false, Terminator.CRLF);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How binary values stand. */
  public enum Binary {
    BASE64,
    /** In lower case. */
    HEX
  }

  /** What ends a record. */
  public enum Terminator {
    CRLF("\r\n"),
    LF("\n");

    private final String text;

    Terminator(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** The quote's byte, or {@link LineReader#UNQUOTED}. */
  @JsonIgnore
  public int quoteByte() {
    return quote.isEmpty() ? LineReader.UNQUOTED : quote.charAt(0);
  }

  /** Number of fields before the first column. */
  @JsonIgnore
  public int metaFields() {
    return 3 + (commitTs ? 1 : 0) + (oldValues ? 1 : 0);
  }

  /** All of it as text, for {@link #parse}. */
  public String text() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What {@link #text} has written; empty for anything else. */
  public static Optional<CsvOptions> parse(String text) {
    try {
      return Optional.of(JSON.readValue(text, CsvOptions.class))
          .filter(options -> options.delimiter() != null && options.quote() != null)
          .filter(options -> options.binary() != null && options.terminator() != null);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
