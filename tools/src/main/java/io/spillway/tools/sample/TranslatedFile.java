package io.spillway.tools.sample;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Messages in another format than canal-json, one a line. */
final class TranslatedFile implements SampleFile {
  private final OutputStream out;
  private final PartitionTranslation translation;

  /**
   * @param statements of the whole stream, shared by its files
   */
  TranslatedFile(SampleFormat format, OutputStream out, List<JsonNode> statements) {
    this.out = out;
    this.translation = new PartitionTranslation(statements, format.messages(this::line));
  }

  private void line(byte[] key, byte[] value) throws IOException {
    out.write(MessageLine.of(key, value));
    out.write('\n');
  }

  @Override
  public void write(byte[] canal, int length) throws IOException {
    translation.add(canal, length);
  }

  /** The stream ends with a resolved event in each partition, so no statement is left. */
  @Override
  public void close() throws IOException {
    out.close();
  }
}
