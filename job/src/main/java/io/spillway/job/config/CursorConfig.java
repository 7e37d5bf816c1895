package io.spillway.job.config;

import java.util.Optional;

/**
 * Section {@code cursor}.
 *
 * @param events the event log from which every cursor can be rebuilt
 * @param values compacted topic of current values
 */
public record CursorConfig(Location events, Optional<Location.Topic> values) {}
