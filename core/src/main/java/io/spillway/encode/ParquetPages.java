package io.spillway.encode;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses pages. The library's own way to do that wants Hadoop's classes. Nothing is held, so
 * there is nothing to release.
 */
record ParquetPages(ParquetCodec codec) implements BytesInputCompressor {
  @Override
  public BytesInput compress(BytesInput page) throws IOException {
    return BytesInput.from(codec.compress(page.toByteArray()));
  }

  @Override
  public CompressionCodecName getCodecName() {
    return codec.parquetName();
  }

  @Override
  public void release() {}
}
