package io.spillway.job.config;

/**
 * Section {@code spool}; sizes in bytes, per subtask.
 *
 * @param memory on heap, at most {@code quota}
 * @param quota memory and managed state together
 * @param highWatermark share of the quota above which intake pauses, in (0, 1]
 * @param lowWatermark share of the quota at which intake goes on, below {@code highWatermark}
 */
public record SpoolConfig(long memory, long quota, double highWatermark, double lowWatermark) {}
