package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the first words of a statement tell; only a hint, as canal's own type is. */
final class Statement {
  private static final Pattern WORDS =
      Pattern.compile(
          "^(?:\\s++|/\\*.*?\\*/|--[^\\n]*\\n|#[^\\n]*\\n)*+(\\w+)\\s*(\\w*)", Pattern.DOTALL);

  private static final Pattern OF_DATABASE =
      Pattern.compile(
          "^\\s*+(?:CREATE|DROP|ALTER)\\s++(?:DATABASE|SCHEMA)\\s++(?:IF\\s++(?:NOT\\s++)?EXISTS\\s++)?"
              + "(?:`((?:[^`]|``)++)`|([\\w$]++)).*+",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);

  private static final Set<String> ADMINISTERED =
      Set.of("USER", "ROLE", "SERVER", "RESOURCE", "TABLESPACE", "UNDO", "LOGFILE");

  private final String first;
  private final String second;

  Statement(String sql) {
    Matcher words = WORDS.matcher(sql);
    boolean found = words.find();
    first = found ? words.group(1).toUpperCase(Locale.ROOT) : "";
    second = found ? words.group(2).toUpperCase(Locale.ROOT) : "";
  }

  /** The database that a statement is about which names one and no table; else empty. */
  static String database(String sql) {
    Matcher named = OF_DATABASE.matcher(sql);
    if (!named.matches()) {
      return "";
    }
    return named.group(1) == null ? named.group(2) : named.group(1).replace("``", "`");
  }

  /** Whether it changes nothing but the session that it ran in. */
  boolean isOfSession() {
    return first.isEmpty() || first.equals("USE") || first.equals("SET");
  }

  /** Whether it is about accounts or the server, and no table or database. */
  boolean isOfAdministration() {
    return switch (first) {
      case "GRANT", "REVOKE", "FLUSH", "KILL", "SHUTDOWN", "RESET", "PURGE" -> true;
      case "INSTALL", "UNINSTALL" -> true;
      case "CREATE", "ALTER", "DROP", "RENAME" -> ADMINISTERED.contains(second);
      default -> false;
    };
  }

  /** Whether it takes a table, view or database away. */
  boolean isOfDrop() {
    return first.equals("DROP") && !second.equals("INDEX");
  }

  /** Canal's name of its kind, in ASCII. */
  byte[] canalType() {
    String type =
        switch (first) {
          case "CREATE" -> create();
          case "DROP" -> drop();
          case "ALTER" -> second.equals("TABLE") ? "ALTER" : "QUERY";
          case "RENAME", "TRUNCATE" -> first;
          default -> "QUERY";
        };
    return type.getBytes(StandardCharsets.US_ASCII);
  }

  private String create() {
    return switch (second) {
      case "TABLE", "TEMPORARY" -> "CREATE";
      case "INDEX", "UNIQUE", "FULLTEXT", "SPATIAL" -> "CINDEX";
      default -> "QUERY";
    };
  }

  private String drop() {
    return second.equals("TABLE") ? "ERASE" : second.equals("INDEX") ? "DINDEX" : "QUERY";
  }
}
