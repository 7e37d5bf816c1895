package io.spillway.cursor;

import java.io.Serializable;

/**
 * What rows are delivered for. Every namespace has cursors, files and logs of its own.
 *
 * @param operation HARVEST, BACKFILL or UPDATE
 * @param id plan, campaign or signal batch, of letters, digits, dot, underscore and hyphen; empty
 *     exactly for HARVEST
 */
public record Namespace(String operation, String id) implements Serializable {
  public static final Namespace HARVEST = new Namespace("HARVEST", "");

  /** Allowed ids: what stands in file names, uids and transactional ids as it is. */
  public static final String ID_PATTERN = "[A-Za-z0-9._-]+";

  private static final String BACKFILL = "BACKFILL";

  public boolean isHarvest() {
    return id.isEmpty();
  }

  /** BACKFILL for old rows that must not move what is ahead, else FORWARD. */
  public String direction() {
    return operation.equals(BACKFILL) ? BACKFILL : "FORWARD";
  }

  /** As {@code HARVEST} or {@code BACKFILL:plan-7}. */
  public String text() {
    return isHarvest() ? operation : operation + ":" + id;
  }

  /**
   * What tells its files, uids and transactions from those of others, as {@code BACKFILL~plan-7}.
   * Empty for HARVEST, whose names are the plain ones. No topic has a {@code ~} in its name, so it
   * is never a partition's label.
   */
  public String label() {
    return isHarvest() ? "" : operation + "~" + id;
  }

  /** Reads {@link #text()} back. */
  public static Namespace parse(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new Namespace(text, "")
        : new Namespace(text.substring(0, colon), text.substring(colon + 1));
  }
}
