package io.spillway.layout;

/**
 * A data file's place.
 *
 * @param dir its directory
 * @param dispatcher who numbers the file, where several write to one directory; else empty
 * @param number counts from 1 in each directory, by dispatcher
 */
public record DataFile(DataDir dir, String dispatcher, long number) {
  /** The index file that covers this file. */
  public IndexFile index() {
    return new IndexFile(dir, dispatcher);
  }
}
