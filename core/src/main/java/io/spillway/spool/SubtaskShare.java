package io.spillway.spool;

/**
 * This subtask's share of what all could do.
 *
 * @param subtask index, from 0
 * @param parallelism number of subtasks
 */
record SubtaskShare(int subtask, int parallelism) {
  /** Whether this subtask is the one that acts for a name. The same in every run. */
  boolean owns(String name) {
    return Math.floorMod(name.hashCode(), parallelism) == subtask;
  }
}
