package io.spillway.job.config;

import io.spillway.job.config.SourceConfig.FilesSource;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Finds out whether the bucket lies in a folder that is read or holds state, or around it. */
final class PlaceOverlap {
  private PlaceOverlap() {}

  static Optional<String> of(URI storage, Optional<URI> checkpoints, List<SourceConfig> sources) {
    for (SourceConfig source : sources) {
      if (source instanceof FilesSource files && overlap(storage, files.path())) {
        return Optional.of("the folder of a source, " + files.path());
      }
    }
    return checkpoints
        .filter(dir -> overlap(storage, dir))
        .map(dir -> "pipeline.checkpoint-dir, " + dir);
  }

  private static boolean overlap(URI storage, URI other) {
    if (other.equals(Uris.NOWHERE)) {
      return false;
    }
    String bucket = folder(storage);
    String place = folder(other);
    if (place.startsWith(bucket)) {
      // readers of the bucket leave such folders alone
      return !place.substring(bucket.length()).matches("[_.].*");
    }
    return bucket.startsWith(place);
  }

  private static String folder(URI place) {
    String text = place.normalize().toString().replaceFirst("^file:/+", "file:/");
    return text.endsWith("/") ? text : text + "/";
  }
}
