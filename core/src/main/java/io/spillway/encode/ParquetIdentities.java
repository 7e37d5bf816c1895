package io.spillway.encode;

import io.spillway.encode.RowIdentity.Digest;
import org.apache.parquet.io.api.Binary;

/**
 * Tells records of Parquet apart by their values: a row that is read again from the source becomes
 * the same values again. Not thread-safe.
 */
public final class ParquetIdentities {
  // state keeps digests: what these numbers are has to stay
  private static final int NULL = 0;
  private static final int WHOLE = 1;
  private static final int FRACTION = 2;
  private static final int FLAG = 3;
  private static final int BYTES = 4;

  private final RowDigest digest = new RowDigest();

  /** A record's digest, of all its columns. */
  public Digest read(Object[] values) {
    digest.text("parquet").number(values.length);
    for (Object value : values) {
      add(value);
    }
    return digest.take();
  }

  private void add(Object value) {
    if (value == null) {
      tag(NULL);
    } else if (value instanceof Binary binary) {
      byte[] bytes = binary.getBytesUnsafe();
      tag(BYTES).bytes(bytes, 0, bytes.length);
    } else if (value instanceof Long || value instanceof Integer) {
      tag(WHOLE).number(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof Float) {
      tag(FRACTION).number(Double.doubleToLongBits(((Number) value).doubleValue()));
    } else if (value instanceof Boolean flag) {
      tag(FLAG).number(flag ? 1 : 0);
    } else {
      throw new IllegalArgumentException("no value of Parquet: " + value.getClass());
    }
  }

  private RowDigest tag(int tag) {
    return digest.number(tag);
  }
}
