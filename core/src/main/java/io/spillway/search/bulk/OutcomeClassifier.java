package io.spillway.search.bulk;

import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Divide;
import io.spillway.search.bulk.Outcome.Done;
import io.spillway.search.bulk.Outcome.Kind;
import io.spillway.search.bulk.Outcome.Newer;
import io.spillway.search.bulk.Outcome.Permanent;
import io.spillway.search.bulk.Outcome.Unknown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides by status first and by the error's name second: names differ between engines and versions
 * (a mapping error is mapper_parsing_exception, document_parsing_exception or
 * strict_dynamic_mapping_exception), the status doesn't.
 */
public final class OutcomeClassifier {
  /** Only the words say which version the engine has. */
  private static final Pattern CURRENT = Pattern.compile("current version \\[(\\d{1,18})]");

  private static final String BREAKER = "circuit_breaking_exception";
  private static final String BLOCK = "cluster_block_exception";

  private OutcomeClassifier() {}

  /**
   * One item of a bulk answer.
   *
   * @param delete whether the item asked for a delete
   * @param type the error's name, or null where the item carries no error
   */
  public static Outcome ofItem(boolean delete, int status, String type, String reason) {
    if (status >= 200 && status < 300) {
      return Done.STORED;
    }
    if (status == 409) {
      Matcher version = reason == null ? null : CURRENT.matcher(reason);
      return version != null && version.find()
          ? new Newer(Long.parseLong(version.group(1)))
          : Done.ALREADY_NEWER;
    }
    if (status == 404 && type == null) {
      return delete ? Done.ALREADY_GONE : new Unknown(status, null, reason);
    }
    if (IndexCondition.matches(status, type, reason)) {
      return new Congestion(Kind.BLOCKED, status, type, reason);
    }
    Kind congestion = congestion(status, type);
    if (congestion != null) {
      return new Congestion(congestion, status, type, reason);
    }
    return status >= 400 && status < 500
        ? new Permanent(status, type, reason)
        : new Unknown(status, type, reason);
  }

  /**
   * An answer for the whole request, without items. It is never {@link Permanent}: what one
   * document did to the others isn't known before it was sent alone.
   *
   * @param documents how many documents the request held
   */
  public static Outcome ofRequest(int status, String type, String reason, int documents) {
    Kind congestion = congestion(status, type);
    if (congestion != null) {
      return new Congestion(congestion, status, type, reason);
    }
    // 400: one malformed document spoils the request; 413: the sum is too large
    if (status == 400 || status == 413) {
      return documents > 1
          ? new Divide(status, type, reason)
          : new Permanent(status, type == null ? "request_refused" : type, reason);
    }
    // 401, 403, 404 and the rest are about the connection, not about these documents
    return new Unknown(status, type, reason);
  }

  private static Kind congestion(int status, String type) {
    return switch (status) {
      case 429, 503 ->
          BREAKER.equals(type)
              ? Kind.BREAKER
              : BLOCK.equals(type)
                  ? Kind.BLOCKED
                  : status == 429 ? Kind.REJECTED : Kind.UNAVAILABLE;
      case 408, 502, 504 -> Kind.UNAVAILABLE;
      case 403 -> BLOCK.equals(type) ? Kind.BLOCKED : null;
      case 500 -> BREAKER.equals(type) ? Kind.BREAKER : null;
      default -> null;
    };
  }
}
