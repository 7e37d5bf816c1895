package io.spillway.encode;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** How a data file is compressed: as a whole, at the library's default level. */
public enum Compression {
  NONE(""),
  /** RFC 1952. */
  GZIP(".gz"),
  /** RFC 8878. */
  ZSTD(".zst");

  private static final int BUFFER = 64 << 10;

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /** What a file's name ends with, behind the ending of its format. */
  public String suffix() {
    return suffix;
  }

  /** That of a file by its name. */
  public static Compression of(String fileName) {
    for (Compression each : values()) {
      if (each != NONE && fileName.endsWith(each.suffix)) {
        return each;
      }
    }
    return NONE;
  }

  /** What is written to the result goes on compressed; its close ends the file. */
  public OutputStream onto(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> new ZstdOutputStream(out);
    };
  }

  /** The content of a file whose bytes {@code in} gives. */
  public InputStream from(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BUFFER);
      case ZSTD -> new ZstdInputStream(in);
    };
  }
}
