package io.spillway.job.testing;

import java.nio.file.Path;
import java.util.Optional;

/** Where this repository and the Java of this process are. */
public final class Repository {
  private Repository() {}

  /** The root folder, as the build tells it. */
  public static Path root() {
    return Path.of(
        Optional.ofNullable(System.getProperty("spillway.root"))
            .orElseThrow(
                () -> new IllegalStateException("system property spillway.root is missing")));
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
