package io.spillway.job.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keys that had another name in an earlier release. A file that has the old one is read as if it
 * had the new one, and a line of the log says so.
 */
final class RenamedKeys {
  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

  /** The new name by the old path. */
  static final Map<String, String> NEW_NAMES =
      Map.of(
          "sources[].brokers", "bootstrap-servers",
          "control.brokers", "bootstrap-servers");

  private RenamedKeys() {}

  /**
   * The name that a key has now; empty where it has always had this one.
   *
   * @param path of the key in the file
   */
  static Optional<String> newName(String path) {
    return Optional.ofNullable(NEW_NAMES.get(INDEX.matcher(path).replaceAll("[]")));
  }
}
