package io.spillway.storage;

/**
 * A file whose content, path and number are fixed.
 *
 * @param file where it goes
 * @param dispatcher key of the dispatcher whose rows it has
 * @param reason why it was sealed
 * @param rows number of rows
 * @param bytes size in bytes before compression
 * @param minCommitTs of its first row
 * @param maxCommitTs of its last row
 */
public record SealedFile(
    DataFile file,
    String dispatcher,
    FlushReason reason,
    long rows,
    long bytes,
    long minCommitTs,
    long maxCommitTs) {}
