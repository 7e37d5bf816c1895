package io.spillway.encode;

import io.spillway.encode.RowIdentity.Digest;

/**
 * Tells records of CSV apart by their bytes: a row that is read again from the source becomes the
 * same bytes again. Not thread-safe.
 */
public final class CsvIdentities {
  private final RowDigest digest = new RowDigest();
  private final CsvRecord record;

  public CsvIdentities(CsvOptions options) {
    this.record = new CsvRecord(options);
  }

  /** A record's digest, whatever ends it. */
  public Digest read(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    return digest.text("csv").bytes(bytes, from, end - from).take();
  }

  /** The commit timestamp of a record; -1 where it has none, as the header of a file. */
  public long commitTs(byte[] bytes, int from, int to) {
    return record.read(bytes, from, to) == null ? record.commitTs() : -1;
  }
}
