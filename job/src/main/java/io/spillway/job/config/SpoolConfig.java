package io.spillway.job.config;

import java.util.OptionalLong;

/**
 * Section {@code spool}; sizes in bytes, per subtask.
 *
 * @param memory on heap, at most {@code quota}; empty for a share of what the process has
 * @param quota memory and managed state together
 * @param highWatermark share of the quota above which intake pauses, in (0, 1]
 * @param lowWatermark share of the quota at which intake goes on, below {@code highWatermark}
 */
public record SpoolConfig(
    OptionalLong memory, long quota, double highWatermark, double lowWatermark) {}
