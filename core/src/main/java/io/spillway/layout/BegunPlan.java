package io.spillway.layout;

/**
 * The newest plan of which anything may stand in the bucket. A state is as new as the bucket where
 * it was taken by the same job and not before that plan's checkpoint.
 *
 * @param job id of the job that carries it out
 * @param checkpointId of the checkpoint that it was made for
 */
public record BegunPlan(String job, long checkpointId) {}
