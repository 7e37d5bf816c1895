package io.spillway.control;

import java.io.Serializable;

/**
 * How settings are read.
 *
 * @param refreshMs after this they are read again even where they look unchanged, ms
 * @param maxStalenessMs age above which it is an alert that they could not be read, ms
 * @param allowRollback whether an older version may replace a newer one
 */
public record ControlSettings(long refreshMs, long maxStalenessMs, boolean allowRollback)
    implements Serializable {}
