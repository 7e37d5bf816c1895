package io.spillway.encode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A record of CSV, taken apart. One instance reads record after record; not thread-safe. */
public final class CsvRecord {
  private final CsvOptions options;
  private final List<Optional<String>> fields = new ArrayList<>();
  private String text = "";
  private int at;
  private String wrong;

  public CsvRecord(CsvOptions options) {
    this.options = options;
  }

  /**
   * Reads a record, with or without its end; returns what is wrong with it, or null.
   *
   * @param bytes hold it from {@code from} on and before {@code to}
   */
  public String read(byte[] bytes, int from, int to) {
    int end = to;
    if (end > from && bytes[end - 1] == '\n') {
      end--;
    }
    if (end > from && bytes[end - 1] == '\r') {
      end--;
    }
    text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    fields.clear();
    at = 0;
    wrong = null;
    do {
      fields.add(field());
    } while (wrong == null && delimiter());
    if (wrong == null && at < text.length()) {
      wrong = "something follows a field's quote at character " + at;
    }
    return wrong;
  }

  /** Number of fields. */
  public int size() {
    return fields.size();
  }

  /** A field's text; empty for NULL. */
  public Optional<String> field(int index) {
    return fields.get(index);
  }

  /** Its commit timestamp; -1 where it has none. */
  public long commitTs() {
    if (!options.commitTs() || fields.size() <= 3) {
      return -1;
    }
    try {
      return Long.parseLong(fields.get(3).orElse(""));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private boolean delimiter() {
    if (!text.startsWith(options.delimiter(), at)) {
      return false;
    }
    at += options.delimiter().length();
    return true;
  }

  private Optional<String> field() {
    if (!options.quote().isEmpty() && text.startsWith(options.quote(), at)) {
      return Optional.of(quoted(options.quote().charAt(0)));
    }
    int start = at;
    StringBuilder value = new StringBuilder();
    while (at < text.length() && !text.startsWith(options.delimiter(), at)) {
      char c = text.charAt(at++);
      boolean isEscaped = c == '\\' && options.quote().isEmpty() && at < text.length();
      value.append(isEscaped ? unescaped(text.charAt(at++)) : c);
    }
    return text.substring(start, at).equals(options.nullText())
        ? Optional.empty()
        : Optional.of(value.toString());
  }

  private static char unescaped(char c) {
    return c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }

  private String quoted(char quote) {
    StringBuilder value = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != quote) {
        value.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        value.append(quote);
        at++;
      } else {
        return value.toString();
      }
    }
    wrong = "a field's quote has no end";
    return "";
  }
}
