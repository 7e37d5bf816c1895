package io.spillway.encode;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** How the pages of a Parquet file are compressed: each by itself, at the library's default. */
public enum ParquetCodec {
  NONE(CompressionCodecName.UNCOMPRESSED),
  SNAPPY(CompressionCodecName.SNAPPY),
  GZIP(CompressionCodecName.GZIP),
  ZSTD(CompressionCodecName.ZSTD);

  private final CompressionCodecName parquetName;

  ParquetCodec(CompressionCodecName parquetName) {
    this.parquetName = parquetName;
  }

  CompressionCodecName parquetName() {
    return parquetName;
  }

  static ParquetCodec of(CompressionCodecName name) {
    for (ParquetCodec each : values()) {
      if (each.parquetName == name) {
        return each;
      }
    }
    throw new IllegalArgumentException("pages are compressed with " + name);
  }

  byte[] compress(byte[] page) throws IOException {
    return switch (this) {
      case NONE -> page;
      case SNAPPY -> Snappy.compress(page);
      case GZIP -> gzip(page);
      case ZSTD -> Zstd.compress(page);
    };
  }

  /**
   * @param size of the page before it was compressed, in bytes
   */
  byte[] decompress(byte[] page, int size) throws IOException {
    return switch (this) {
      case NONE -> page;
      case SNAPPY -> Snappy.uncompress(page);
      case GZIP -> new GZIPInputStream(new ByteArrayInputStream(page)).readNBytes(size);
      case ZSTD -> Zstd.decompress(page, size);
    };
  }

  private static byte[] gzip(byte[] page) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(page.length / 2 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(page);
    }
    return bytes.toByteArray();
  }
}
