package io.spillway.layout;

/**
 * An index file's place. It names the newest data file of its directory and dispatcher; readers
 * take the files up to that one.
 *
 * @param dir the directory of the data files
 * @param dispatcher as in {@link DataFile}
 */
public record IndexFile(DataDir dir, String dispatcher) {}
