package io.spillway.spool;

/**
 * The rows that went into one file.
 *
 * @param rows how many, 1 or more
 * @param bytes their size
 * @param minCommitTs of the first
 * @param maxCommitTs of the last
 */
record Taken(long rows, long bytes, long minCommitTs, long maxCommitTs) {}
