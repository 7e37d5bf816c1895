package io.spillway.tools;

import io.spillway.job.SubmittedJob;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/** Where the jar is that a cluster has to load. */
public final class JobJar {
  /** System property that names the jar, for a process that runs from a folder of classes. */
  static final String PROPERTY = "spillway.jar";

  private JobJar() {}

  /** The jar named, else that of the system property, else the one that the job is from. */
  public static Optional<Path> locate(Optional<Path> named) {
    return named
        .or(() -> Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of))
        .or(JobJar::own)
        .map(Path::toAbsolutePath)
        .filter(Files::isRegularFile);
  }

  private static Optional<Path> own() {
    CodeSource source = SubmittedJob.class.getProtectionDomain().getCodeSource();
    try {
      return source == null ? Optional.empty() : Optional.of(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
