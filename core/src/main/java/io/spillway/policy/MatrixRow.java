package io.spillway.policy;

import java.io.Serializable;

/** One row: what the selected failures mean. */
public record MatrixRow(Selector selector, Policy policy) implements Serializable {}
