package io.spillway.cursor.log;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.Namespace;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the files that a job writes: {@code cursor-events-<id>-<number>.ndjson}, with {@code
 * search-} before it for the search sink, and {@code BACKFILL~plan-7.} before all for a namespace
 * other than HARVEST. Such a file has events of this namespace and sink and no others.
 */
final class LogName {
  private static final Pattern NAME =
      Pattern.compile(
          "(?:(?<operation>[A-Z]+)~(?<id>"
              + Namespace.ID_PATTERN
              + ")\\.)?(?<search>search-)?cursor-events-[^.]*\\.ndjson");

  private LogName() {}

  /** False where the name alone says that nothing of the cursor is in the file. */
  static boolean mayHave(String file, CursorKey cursor) {
    return mayHave(
        file,
        new EventFilter(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            Optional.of(cursor.namespace().operation()),
            Optional.of(cursor.namespace().id()),
            Optional.of(cursor.sink())));
  }

  /** False where the name alone says that nothing in the file is wanted. */
  static boolean mayHave(String file, EventFilter filter) {
    Matcher m = NAME.matcher(file);
    if (!m.matches()) {
      return true;
    }
    Namespace namespace =
        m.group("operation") == null
            ? Namespace.HARVEST
            : new Namespace(m.group("operation"), m.group("id"));
    return filter.takes(
        namespace, m.group("search") == null ? CursorKey.STORAGE : CursorKey.SEARCH);
  }
}
