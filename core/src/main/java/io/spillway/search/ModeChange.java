package io.spillway.search;

import io.spillway.search.bulk.Mode;

/**
 * A writer's bulk controller has this mode from now on.
 *
 * @param atMs since when, in ms since 1970
 * @param mode its mode
 */
public record ModeChange(long atMs, Mode mode) {}
