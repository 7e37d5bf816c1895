package io.spillway.job.config;

import io.spillway.encode.CsvOptions;
import io.spillway.encode.CsvOptions.Binary;
import io.spillway.encode.CsvOptions.Terminator;

/** Reads section {@code storage.csv}, whose keys are called as in TiCDC's {@code [sink.csv]}. */
final class CsvReader {
  private static final int LONGEST_DELIMITER = 3;

  private CsvReader() {}

  static CsvOptions read(Section section) {
    try (section) {
      CsvOptions defaults = CsvOptions.DEFAULT;
      CsvOptions csv =
          new CsvOptions(
              section.value("delimiter").text(defaults.delimiter()),
              section.value("quote").text(defaults.quote()),
              section.value("null").text(defaults.nullText()),
              section.value("include-commit-ts").flag(defaults.commitTs()),
              section.value("binary-encoding-method").choice(Binary.BASE64),
              section.value("output-old-value").flag(defaults.oldValues()),
              section.value("output-field-header").flag(defaults.header()),
              terminator(section.value("terminator")));
      delimiter(section, csv);
      quote(section, csv);
      if (section.sound("delimiter", "quote")) {
        nullText(section, csv);
      }
      return csv;
    }
  }

  /** As TiCDC's {@code sink.terminator}, or by its name. */
  private static Terminator terminator(Value value) {
    for (Terminator each : Terminator.values()) {
      if (value.text("").equals(each.text())) {
        return each;
      }
    }
    return value.choice(Terminator.CRLF);
  }

  private static void delimiter(Section section, CsvOptions csv) {
    String text = csv.delimiter();
    if (text.isEmpty() || text.length() > LONGEST_DELIMITER || !isPrintable(text)) {
      section.fault("delimiter", "is not 1 to 3 ASCII characters without line ends, as , or |");
    } else if (text.contains("\\") && csv.quote().isEmpty()) {
      section.fault(
          "delimiter",
          "has a backslash, by which texts are escaped where storage.csv.quote is empty");
    }
  }

  private static void quote(Section section, CsvOptions csv) {
    String text = csv.quote();
    if (text.length() > 1 || !isPrintable(text)) {
      section.fault("quote", "is neither one ASCII character nor empty");
    } else if (!text.isEmpty() && csv.delimiter().contains(text)) {
      section.fault("quote", "is part of storage.csv.delimiter: a field would have no end");
    }
  }

  private static void nullText(Section section, CsvOptions csv) {
    String text = csv.nullText();
    boolean hasQuote = !csv.quote().isEmpty() && text.contains(csv.quote());
    if (hasQuote || text.contains(csv.delimiter()) || text.matches("(?s).*[\r\n].*")) {
      section.fault(
          "null", "has the delimiter, the quote or a line end in it, and is never quoted itself");
    } else if (csv.quote().isEmpty() && !text.contains("\\")) {
      section.fault(
          "null",
          "has no backslash, and storage.csv.quote is empty: a text that reads the same could not be told from NULL. Leave out one of the two keys");
    }
  }

  private static boolean isPrintable(String text) {
    return text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7F));
  }
}
