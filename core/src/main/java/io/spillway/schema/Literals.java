package io.spillway.schema;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprWithParenthesesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.NowOrSignedLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SignedLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SignedLiteralOrNullContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextStringContext;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.Interval;

/**
 * Literals of a statement: text, and defaults as JSON. Every default becomes a JSON string, a
 * number's too, as TiCDC writes it.
 */
final class Literals {
  private static final Pattern TRAILING_SPACES = Pattern.compile(" ++$");

  private Literals() {}

  /** Null for NULL, which is no default. */
  static String defaultJson(NowOrSignedLiteralContext value) {
    return value.now() != null ? json("CURRENT_TIMESTAMP") : json(value.signedLiteralOrNull());
  }

  static String json(SignedLiteralOrNullContext value) {
    return value.signedLiteral() == null ? null : json(value.signedLiteral());
  }

  /** An expression is kept as its text, without the outer parentheses. */
  static String json(ExprWithParenthesesContext expression) {
    return json(sourceText(expression.expr()));
  }

  private static String json(SignedLiteralContext signed) {
    if (signed.ulong_number() != null) {
      return json((signed.MINUS_OPERATOR() != null ? "-" : "") + signed.ulong_number().getText());
    }
    LiteralContext literal = signed.literal();
    return literal.nullLiteral() != null ? null : json(value(literal));
  }

  private static String value(LiteralContext literal) {
    if (literal.textLiteral() != null) {
      return text(literal.textLiteral());
    }
    if (literal.boolLiteral() != null) {
      return literal.boolLiteral().TRUE_SYMBOL() != null ? "1" : "0";
    }
    if (literal.temporalLiteral() != null) {
      return unquoted(literal.temporalLiteral().getStop().getText());
    }
    return literal.getText();
  }

  private static String text(TextLiteralContext literal) {
    StringBuilder text = new StringBuilder();
    if (literal.NCHAR_TEXT() != null) {
      text.append(unquoted(literal.NCHAR_TEXT().getText().substring(1)));
    }
    literal.textStringLiteral().forEach(part -> text.append(unquoted(part.getText())));
    return text.toString();
  }

  /** A name of an ENUM or SET, without the spaces behind it: databases leave them out. */
  static String element(TextStringContext string) {
    String name =
        string.textStringLiteral() != null
            ? unquoted(string.textStringLiteral().getText())
            : ofBytes(string.getText());
    return TRAILING_SPACES.matcher(name).replaceFirst("");
  }

  /** Of {@code 0x61}, {@code x'61'}, {@code 0b01100001} or {@code b'01100001'}, in UTF-8. */
  private static String ofBytes(String literal) {
    boolean isHex = literal.toLowerCase(Locale.ROOT).indexOf('x') >= 0;
    String digits = literal.replaceFirst("^(?:0[xXbB]|[xXbB]')", "").replace("'", "");
    if (digits.isEmpty()) {
      return "";
    }
    byte[] bytes = new BigInteger(digits, isHex ? 16 : 2).toByteArray();
    int sign = bytes.length > 1 && bytes[0] == 0 ? 1 : 0;
    return new String(bytes, sign, bytes.length - sign, StandardCharsets.UTF_8);
  }

  private static String json(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static String sourceText(ParserRuleContext rule) {
    Interval interval = Interval.of(rule.getStart().getStartIndex(), rule.getStop().getStopIndex());
    return rule.getStart().getInputStream().getText(interval);
  }

  /** Takes the quotes off and resolves doubled quotes and backslashes as MySQL does. */
  private static String unquoted(String literal) {
    char quote = literal.charAt(0);
    int end = literal.length() - 1;
    StringBuilder text = new StringBuilder(literal.length());
    for (int at = 1; at < end; at++) {
      char c = literal.charAt(at);
      if (c == quote) {
        at++;
      } else if (c == '\\' && at + 1 < end) {
        appendEscaped(literal.charAt(++at), text);
        continue;
      }
      text.append(c);
    }
    return text.toString();
  }

  private static void appendEscaped(char c, StringBuilder text) {
    switch (c) {
      case '0' -> text.append('\0');
      case 'b' -> text.append('\b');
      case 'n' -> text.append('\n');
      case 'r' -> text.append('\r');
      case 't' -> text.append('\t');
      case 'Z' -> text.append('\u001a');
      // These two keep their backslash, so that they can be told from wildcards.
      case '%', '_' -> text.append('\\').append(c);
      default -> text.append(c);
    }
  }
}
