package io.spillway.tools.verify;

import java.io.IOException;

/** A row that is a line of its file. */
interface LineRow extends FileRow {
  /** Reads a row without its line end; returns what is wrong with it, or null. */
  String read(byte[] buffer, int offset, int length) throws IOException;
}
