package io.spillway.encode;

/**
 * What tells a row from every other one of its table, and not from a copy of itself.
 *
 * @param keyed whether the row has a key. Where it has, two rows of one {@code change} are the same
 *     change, if the source issues each transaction a commit timestamp of its own; where not, they
 *     may be two equal rows of one transaction
 * @param change commit timestamp, type and the key's values; of a row without a key, its content
 * @param content commit timestamp, type and the values of all columns, now and before
 */
public record RowIdentity(boolean keyed, Digest change, Digest content) {

  /**
   * The first 128 bits of a SHA-256. Two different rows share one with a chance of about n^2 /
   * 2^129 for n rows, and nobody can write rows that do.
   */
  public record Digest(long high, long low) {
    @Override
    public String toString() {
      return String.format("%016x%016x", high, low);
    }
  }
}
