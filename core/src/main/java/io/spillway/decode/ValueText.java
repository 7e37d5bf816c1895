package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * Writes a message's values as canal-json has them: text in quotes, or null. Whole numbers and
 * decimals keep their digits; nothing goes by way of a double. Reused.
 */
final class ValueText {
  private static final int SQL_BIT = -7;
  private static final int SQL_DOUBLE = 8;
  private static final int SQL_DECIMAL = 3;
  private static final int SQL_BIGINT = -5;
  private static final int SQL_VARCHAR = 12;
  private static final long NANOS = 1_000_000_000;
  private static final byte[] VALUE = "value".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final JsonBuffer out;
  private final Base64Text base64 = new Base64Text();
  private final GoQuoted quoted = new GoQuoted();
  private final NumberText numbers;
  private final TimeText times;
  private final ClockReader clock;
  private final JsonScanner scan = new JsonScanner();
  private final ScaledDecimal scaled = new ScaledDecimal();

  /** The text that a string token stands for. */
  private byte[] text;

  private int textFrom;
  private int textTo;
  private int sqlType;

  ValueText(JsonBuffer out, ZoneId zone) {
    this.out = out;
    numbers = new NumberText(out);
    times = new TimeText(out, zone);
    clock = new ClockReader(times, out);
  }

  /** The SQL type of what was written last; it depends on the value too. */
  int sqlType() {
    return sqlType;
  }

  /**
   * Writes the value whose token stands at {@code from}; false, with half of it written, where the
   * column can't hold such a value.
   */
  boolean write(ColumnForm column, byte[] json, int from, int to) {
    sqlType = column.sqlType();
    if (json[from] == 'n') {
      if (column.nullText() == null) {
        out.put(NULL);
      } else {
        out.put('"').put(column.nullText()).put('"');
      }
      return true;
    }
    out.put('"');
    boolean written =
        switch (column.form()) {
          case PLAIN -> plain(json, from, to);
          case UNSIGNED -> unsigned(column, json, from, to);
          case FLOAT -> numbers.shortest(json, from, to) || plain(json, from, to);
          case DECIMAL -> decimal(column, json, from, to);
          case DAY, DATE_TIME, TIME, YEAR -> counted(column, json, from, to);
          case DECIMAL_BYTES ->
              json[from] == '"' ? coded(column, json, from, to) : decimal(column, json, from, to);
          case SCALED_DECIMAL ->
              json[from] == '{' ? scaled(json, from, to) : decimal(column, json, from, to);
          case LOCATED -> located(json, from, to);
          default -> json[from] == '"' && coded(column, json, from, to);
        };
    out.put('"');
    return written;
  }

  private boolean plain(byte[] json, int from, int to) {
    boolean untyped = sqlType == ColumnForm.UNKNOWN;
    switch (json[from]) {
      case '"' -> {
        out.put(json, from + 1, to - 1);
        sqlType = untyped ? SQL_VARCHAR : sqlType;
      }
      case 't', 'f' -> {
        out.put(json[from] == 't' ? '1' : '0');
        sqlType = untyped ? SQL_BIT : sqlType;
      }
      case '{', '[' -> {
        out.escaped(json, from, to);
        sqlType = untyped ? SQL_VARCHAR : sqlType;
      }
      default -> {
        numbers.plain(json, from, to);
        sqlType = untyped ? sqlTypeOfNumber(json, from, to) : sqlType;
      }
    }
    return true;
  }

  private static int sqlTypeOfNumber(byte[] json, int from, int to) {
    if (!NumberText.isWhole(json, from, to)) {
      return SQL_DOUBLE;
    }
    boolean small = to - from < 19 || NumberText.isLong(json, from, to);
    return small ? SQL_BIGINT : SQL_DECIMAL;
  }

  private boolean unsigned(ColumnForm column, byte[] json, int from, int to) {
    if (json[from] == '"' && from + 2 < to && NumberText.isWhole(json, from + 1, to - 1)) {
      widen(column, NumberText.wrapped(json, from + 1, to - 1));
      return plain(json, from, to);
    }
    if (!NumberText.isWhole(json, from, to)) {
      return plain(json, from, to);
    }
    boolean wraps = json[from] == '-' && column.wider() == SQL_DECIMAL;
    long value = NumberText.wrapped(json, from, to);
    if (wraps) {
      out.unsigned(value);
    } else {
      out.put(json, from, to);
    }
    widen(column, value);
    return true;
  }

  private void widen(ColumnForm column, long unsigned) {
    if (column.wider() != 0 && Long.compareUnsigned(unsigned, column.largest()) > 0) {
      sqlType = column.wider();
    }
  }

  private boolean decimal(ColumnForm column, byte[] json, int from, int to) {
    boolean quoted = json[from] == '"';
    return quoted
        ? numbers.decimal(json, from + 1, to - 1, column.digits()) || digits(json, from, to)
        : numbers.decimal(json, from, to, column.digits());
  }

  /** A decimal that is text is taken as it is, but for NaN and infinities: no decimal is one. */
  private boolean digits(byte[] json, int from, int to) {
    boolean isNumber = json[from] != '"' || (to - from > 2 && json[to - 2] <= '9');
    return isNumber && plain(json, from, to);
  }

  private boolean counted(ColumnForm column, byte[] json, int from, int to) {
    if (!NumberText.isLong(json, from, to)) {
      return false;
    }
    long count = NumberText.wrapped(json, from, to);
    switch (column.form()) {
      case DAY:
        return times.date(count);
      case YEAR:
        if (count < 0 || count > 9999) {
          return false;
        }
        out.padded(count, 4);
        return true;
      default:
        return column.form() == ValueForm.TIME ? span(column, count) : dateTime(column, count);
    }
  }

  private boolean dateTime(ColumnForm column, long count) {
    long unit = column.unit();
    long nanos = Math.floorMod(count, unit) * (NANOS / unit);
    return times.dateTime(Math.floorDiv(count, unit), nanos, digits(column, nanos, unit != 1000));
  }

  private boolean span(ColumnForm column, long count) {
    long unit = column.unit();
    long seconds = count / unit;
    if (Math.abs(seconds) > Integer.MAX_VALUE) {
      return false;
    }
    long nanos = count % unit * (NANOS / unit);
    times.span(seconds * NANOS + nanos, digits(column, Math.abs(nanos), false));
    return true;
  }

  /** Where the column's decimals aren't known: none for a whole second, else those of the unit. */
  private static int digits(ColumnForm column, long nanos, boolean always) {
    if (column.digits() >= 0) {
      return column.digits();
    }
    if (nanos == 0 && !always) {
      return 0;
    }
    return column.unit() == 1000 ? 3 : nanos % 1000 == 0 ? 6 : digitsBelowMicros(nanos);
  }

  private static int digitsBelowMicros(long nanos) {
    return nanos % 100 == 0 ? 7 : nanos % 10 == 0 ? 8 : 9;
  }

  private boolean coded(ColumnForm column, byte[] json, int from, int to) {
    if (!text(json, from, to)) {
      return false;
    }
    return switch (column.form()) {
      case DECIMAL_BYTES -> decimalBytes(column);
      case BINARY -> binary();
      case BASE64_TEXT -> base64Text();
      case GO_QUOTED -> goQuoted();
      case BITS -> bits();
      case INSTANT -> clock.instant(text, textFrom, textTo, column.digits());
      case ISO_TEXT -> clock.local(text, textFrom, textTo);
      case ENUM -> named(ElementList.ordinal(column.elements(), text, textFrom, textTo));
      default -> named(ElementList.bits(column.elements(), text, textFrom, textTo));
    };
  }

  private boolean text(byte[] json, int from, int to) {
    text = json;
    textFrom = from + 1;
    textTo = to - 1;
    for (int i = textFrom; i < textTo; i++) {
      if (json[i] == '\\') {
        text = JsonText.unescape(json, textFrom, textTo);
        textFrom = 0;
        textTo = text == null ? 0 : text.length;
        break;
      }
    }
    return text != null;
  }

  private boolean decimalBytes(ColumnForm column) {
    int size = base64.decode(text, textFrom, textTo);
    if (size <= 0) {
      return false;
    }
    numbers.unscaled(base64.bytes(), size, Math.max(column.digits(), 0));
    if (column.wider() != 0) {
      widen(column, NumberText.lowBytes(base64.bytes(), size));
    }
    return true;
  }

  private boolean scaled(byte[] json, int from, int to) {
    if (!scaled.read(json, from, to) || !text(json, scaled.valueFrom(), scaled.valueTo())) {
      return false;
    }
    int size = base64.decode(text, textFrom, textTo);
    if (size <= 0) {
      return false;
    }
    numbers.unscaled(base64.bytes(), size, Math.max(scaled.scale(), 0));
    boolean isZero = NumberText.isZero(base64.bytes(), size);
    if (scaled.scale() < 0 && !isZero) {
      out.zeros(-scaled.scale());
    }
    return true;
  }

  /** Text is taken as it is, too: what has no zone needs no object. */
  private boolean located(byte[] json, int from, int to) {
    if (json[from] == '"') {
      return plain(json, from, to);
    }
    if (json[from] != '{') {
      return false;
    }
    scan.reset(json, to);
    int at = scan.open(from, 1);
    while (scan.at(at) == '"') {
      int name = at + 1;
      int value = scan.key(at);
      boolean isValue = Arrays.equals(VALUE, 0, VALUE.length, json, name, scan.keyEnd());
      at = scan.value(value, 1);
      if (isValue) {
        return json[value] == '"' && plain(json, value, at);
      }
      at = scan.white(at);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    return false;
  }

  private boolean binary() {
    int size = base64.decode(text, textFrom, textTo);
    if (size < 0) {
      return false;
    }
    out.latin1(base64.bytes(), size);
    return true;
  }

  private boolean base64Text() {
    int size = base64.decode(text, textFrom, textTo);
    if (size < 0 || !Utf8.isText(base64.bytes(), size)) {
      return false;
    }
    out.escaped(base64.bytes(), 0, size);
    return true;
  }

  private boolean goQuoted() {
    int size = quoted.decode(text, textFrom, textTo);
    if (size < 0) {
      return false;
    }
    out.latin1(quoted.bytes(), size);
    return true;
  }

  private boolean bits() {
    int size = base64.decode(text, textFrom, textTo);
    if (size < 0 || size > Long.BYTES) {
      return false;
    }
    long bits = 0;
    for (int i = size - 1; i >= 0; i--) {
      bits = bits << 8 | base64.bytes()[i] & 0xFF;
    }
    out.unsigned(bits);
    return true;
  }

  /** A name that isn't in the list stays a name. */
  private boolean named(long number) {
    if (number >= 0) {
      out.number(number);
    } else {
      out.escaped(text, textFrom, textTo);
    }
    return true;
  }
}
