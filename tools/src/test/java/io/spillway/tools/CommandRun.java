package io.spillway.tools;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/**
 * A command line, run in this process.
 *
 * @param out what it wrote to its standard output
 * @param err what it wrote to its standard error
 */
public record CommandRun(int exitCode, String out, String err) {
  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(arguments, Map.of(), new PrintWriter(out, true), new PrintWriter(err, true));
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
