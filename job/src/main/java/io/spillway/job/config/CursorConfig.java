package io.spillway.job.config;

import java.util.Optional;

/**
 * Section {@code cursor}.
 *
 * @param events the event log from which every cursor can be rebuilt
 * @param values compacted topic of current values
 * @param traceRatio share of the rows whose trace ids the events tell; those whose headers ask for
 *     it come on top
 */
public record CursorConfig(Location events, Optional<Location.Topic> values, double traceRatio) {}
