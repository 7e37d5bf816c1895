package io.spillway.layout;

import io.spillway.event.TableId;

/**
 * A directory of data files. Its path, relative to the bucket's root, is {@code
 * schema/table/version[/partition][/date]}, as {@code shop/orders/123/2026-01-15}.
 *
 * @param table the table
 * @param version table version
 * @param partition physical id of a database partition, or 0 for none (0 is never such an id)
 * @param date as {@link DateSeparator#format} writes it, or empty for none
 */
public record DataDir(TableId table, long version, long partition, String date) {
  /** A directory without a partition level. */
  public DataDir(TableId table, long version, String date) {
    this(table, version, 0, date);
  }

  /** Path relative to the root, without a slash at either end. */
  public String path() {
    StringBuilder path = new StringBuilder(64);
    path.append(table.schema()).append('/').append(table.table()).append('/').append(version);
    if (partition != 0) {
      path.append('/').append(partition);
    }
    if (!date.isEmpty()) {
      path.append('/').append(date);
    }
    return path.toString();
  }
}
