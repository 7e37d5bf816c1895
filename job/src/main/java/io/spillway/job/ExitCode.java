package io.spillway.job;

/** What the command line tells its caller; part of its contract. */
public final class ExitCode {
  /** All is well; the job finished or was handed over. */
  public static final int OK = 0;

  /** A check found a fault, or the job failed. */
  public static final int FAILED = 1;

  /** The command line or the pipeline file is wrong; trying again will not help. */
  public static final int USAGE = 2;

  /** Something outside is missing: a folder, a broker, a cluster. Trying again may help. */
  public static final int ENVIRONMENT = 3;

  private ExitCode() {}
}
