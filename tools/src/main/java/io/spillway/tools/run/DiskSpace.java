package io.spillway.tools.run;

import io.spillway.job.config.PipelineConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.util.ExceptionUtils;

/**
 * What is free on the local disks that a run writes to. "No space left on device" doesn't say which
 * one that is, and what was written in part is gone again by the time it is reported.
 */
public final class DiskSpace {
  private static final String FULL = "No space left on device";
  private static final double MEGA = 1e6;

  private DiskSpace() {}

  /** Room on each disk in words, to be put behind a failure; empty where no disk was full. */
  public static String whereThatIsWhy(Throwable failure, PipelineConfig config) {
    return ExceptionUtils.findThrowableWithMessage(failure, FULL).isEmpty()
        ? ""
        : free(places(config));
  }

  private static Map<String, URI> places(PipelineConfig config) {
    Map<String, URI> places = new LinkedHashMap<>();
    places.put("temporary files", Path.of(System.getProperty("java.io.tmpdir")).toUri());
    places.put("checkpoints", CheckpointPlaces.own(config).toUri());
    config.storage().ifPresent(storage -> places.put("the bucket", storage.path()));
    return places;
  }

  static String free(Map<String, URI> places) {
    return places.entrySet().stream()
        .filter(place -> place.getValue().getPath() != null)
        .filter(place -> isLocal(place.getValue()))
        .map(place -> free(place.getKey(), Path.of(place.getValue().getPath())))
        .collect(Collectors.joining(", ", " (free now: ", ")"));
  }

  private static boolean isLocal(URI uri) {
    return uri.getScheme() == null || uri.getScheme().equals("file");
  }

  private static String free(String name, Path place) {
    Path there = place.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    try {
      double free = Files.getFileStore(there).getUsableSpace() / MEGA;
      return String.format(Locale.ROOT, "%,.1f MB for %s in %s", free, name, place);
    } catch (IOException e) {
      return "unknown for " + name + " in " + place;
    }
  }
}
