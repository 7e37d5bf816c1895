package io.spillway.control;

import io.spillway.event.TableScope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Looks at short settings, which are done at once, in the thread of the test. */
final class DirectLooks implements LookThreads.Running {
  /** Reads {@code version} or {@code version,paused schema}. */
  static Settings parse(byte[] bytes) throws InvalidSettingsException {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split(",");
    try {
      List<TableScope> paused =
          parts.length > 1 ? List.of(new TableScope(parts[1], "")) : List.of();
      return new Settings(Long.parseLong(parts[0]), 0, paused, List.of());
    } catch (NumberFormatException e) {
      throw new InvalidSettingsException("not a number: " + parts[0]);
    }
  }

  @Override
  public <T> CompletableFuture<T> submit(Callable<T> look) {
    try {
      return CompletableFuture.completedFuture(look.call());
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close(Runnable last) {
    last.run();
  }
}
