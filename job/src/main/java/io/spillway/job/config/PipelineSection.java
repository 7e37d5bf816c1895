package io.spillway.job.config;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Section {@code pipeline}: the job as a whole.
 *
 * @param name letters, digits, dot, underscore, hyphen; part of metric and log fields
 * @param parallelism 1..32767; absent means Flink's {@code parallelism.default}
 * @param checkpointDir absent means a folder beside the output (embedded run only)
 * @param flink Flink options, passed through as they are
 */
public record PipelineSection(
    String name,
    OptionalInt parallelism,
    Duration checkpointInterval,
    Optional<URI> checkpointDir,
    Settings flink) {}
