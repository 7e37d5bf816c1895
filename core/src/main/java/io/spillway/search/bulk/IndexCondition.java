package io.spillway.search.bulk;

/**
 * Conditions of one index that a person mends and no document is to blame for. The status and the
 * error's name tell most of them; where an engine gives them one of its general names, only the
 * words of its reason do.
 */
final class IndexCondition {
  private static final String[] REASONS = {
    "no write index is defined for alias",
    "can't execute a single index op",
    "pipeline with id",
    "Limit of total fields",
    "in data streams",
    "maximum normal shards open",
    "maximum shards open",
    "maximum frozen shards open",
  };

  private IndexCondition() {}

  /**
   * @param status of one item of an answer
   * @param type the error's name; null for none
   */
  static boolean matches(int status, String type, String reason) {
    if (type == null) {
      return false;
    }
    return switch (type) {
      case "cluster_block_exception",
          "index_closed_exception",
          "index_not_found_exception",
          "security_exception",
          "unavailable_shards_exception",
          "no_shard_available_action_exception" ->
          true;
      default -> status == 403 || (status == 400 && saysSo(reason));
    };
  }

  private static boolean saysSo(String reason) {
    if (reason != null) {
      for (String words : REASONS) {
        if (reason.contains(words)) {
          return true;
        }
      }
    }
    return false;
  }
}
