package io.spillway.event;

/**
 * Messages that should have been read next are gone, and reading goes on behind them. Told before
 * the first message behind it.
 *
 * @param partition the partition
 * @param from offset of the first message that is gone
 * @param to offset at which reading goes on; below {@code from} where the partition's log ends
 *     before it, as that of a topic does that was deleted and made anew
 */
public record Gap(SourcePartition partition, long from, long to) implements Event {}
