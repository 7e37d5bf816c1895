package io.spillway.tools.sample;

import java.io.IOException;
import java.io.OutputStream;

/** Messages as they are, one a line. */
record CanalFile(OutputStream out) implements SampleFile {
  @Override
  public void write(byte[] canal, int length) throws IOException {
    out.write(canal, 0, length);
    out.write('\n');
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
