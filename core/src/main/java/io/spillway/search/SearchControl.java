package io.spillway.search;

import io.spillway.event.ControlChange;

/** Settings that count from here on. */
public record SearchControl(ControlChange change) implements SearchElement {}
