package io.spillway.bench;

import io.spillway.tools.MoreCommands;
import java.util.List;

/** Adds {@code bench} to the command line. */
public final class BenchCommands implements MoreCommands {
  @Override
  public List<Object> commands() {
    return List.of(new BenchCommand());
  }
}
