package io.spillway.tools;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The numbers that an option takes.
 *
 * @param option its name, as {@code --rows}
 */
record OptionRange(String option, long least, long most) {
  private static final int MOST_SUBTASKS = 32_767;
  private static final int MOST_PORT = 65_535;

  /** Of subtasks, as many as Flink has key groups at most. */
  static final OptionRange PARALLELISM = new OptionRange("--parallelism", 1, MOST_SUBTASKS);

  /** Of a port. */
  static OptionRange port(String option, int least) {
    return new OptionRange(option, least, MOST_PORT);
  }

  /**
   * Refuses any other number.
   *
   * @throws ParameterException that names the option, the number and the range
   */
  void check(long number, CommandSpec command) {
    if (number < least || number > most) {
      throw new ParameterException(
          command.commandLine(),
          "%s must be %d to %d, not %d".formatted(option, least, most, number));
    }
  }
}
