package io.spillway.source;

import io.spillway.event.SourcePartition;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * One input file and how far it has been read.
 *
 * @param path the file's URI
 * @param partition what it counts as
 * @param offset byte offset of the next line
 */
public record FileSplit(String path, SourcePartition partition, long offset)
    implements SourceSplit {
  @Override
  public String splitId() {
    return path;
  }

  FileSplit at(long newOffset) {
    return new FileSplit(path, partition, newOffset);
  }
}
