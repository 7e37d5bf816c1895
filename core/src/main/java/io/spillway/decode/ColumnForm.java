package io.spillway.decode;

/**
 * A column as the message's schema describes it, and what canal-json calls it.
 *
 * @param name UTF-8 of its name
 * @param mysqlType as {@code decimal(12,2) unsigned}; empty where it isn't known
 * @param sqlType number of java.sql.Types; {@link #UNKNOWN} where the value decides
 * @param largest of an unsigned column: the largest value that {@code sqlType} holds
 * @param wider of an unsigned column: the SQL type of values above that
 * @param unit of counts: how many make a second
 * @param digits decimals of a decimal or of a second; -1 where they aren't known
 * @param nullText what a null stands for: a zero date where there can be no null; else null
 * @param elements UTF-8 of the names of an enum or set
 */
record ColumnForm(
    byte[] name,
    ValueForm form,
    String mysqlType,
    int sqlType,
    long largest,
    int wider,
    long unit,
    int digits,
    byte[] nullText,
    byte[][] elements) {
  static final int UNKNOWN = 0;

  /** Of a column that no schema describes. */
  static final ColumnForm UNDESCRIBED =
      new ColumnForm(new byte[0], ValueForm.PLAIN, "", UNKNOWN, 0, 0, 0, -1, null, new byte[0][]);
}
