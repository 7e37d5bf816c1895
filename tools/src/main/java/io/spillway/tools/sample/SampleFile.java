package io.spillway.tools.sample;

import java.io.Closeable;
import java.io.IOException;

/** One partition's file. */
interface SampleFile extends Closeable {

  /** Writes a message of {@code length} bytes of canal-json, in the file's own format. */
  void write(byte[] canal, int length) throws IOException;
}
