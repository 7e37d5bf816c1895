package io.spillway.search.bulk;

/**
 * Signal C: how the engine does, over the observation window.
 *
 * @param requests answered requests in the window
 * @param rejectRate share of documents that were rejected with 429, 0..1
 * @param errorRate share of documents that met another congestion, 0..1
 * @param latencyP95Ms 95th percentile of the time from sending to the answer; a request without an
 *     answer yet counts with its age
 * @param stalledMs age of the oldest request in flight if nothing was answered since it was sent,
 *     else 0
 */
public record Health(
    long requests, double rejectRate, double errorRate, long latencyP95Ms, long stalledMs) {}
