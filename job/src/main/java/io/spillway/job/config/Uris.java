package io.spillway.job.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads places: a URI of any Flink file system, or a bare path beside the pipeline file. */
final class Uris {
  /** Stands in for a place that could not be read; a file with a fault is never run. */
  static final URI NOWHERE = URI.create("file:///");

  /** Two letters at least: {@code C:} is a drive. */
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:.*");

  /** What was read, or what is wrong with it. */
  record Reading(Optional<URI> uri, String problem) {
    private static Reading wrong(String problem) {
      return new Reading(Optional.empty(), problem);
    }
  }

  private Uris() {}

  /** Places have no slash at the end, so that the same folder is always the same URI. */
  static Reading read(String text, Path folder) {
    if (text.isBlank()) {
      return Reading.wrong("is empty; give a URI (as s3://bucket/folder) or a path");
    }
    try {
      return SCHEME.matcher(text).matches() ? absolute(new URI(text)) : bare(text, folder);
    } catch (URISyntaxException e) {
      return Reading.wrong("is not a URI: " + e.getReason());
    } catch (InvalidPathException e) {
      return Reading.wrong("is not a path: " + e.getReason());
    }
  }

  /** A folder or file in the place. */
  static URI child(URI place, String name) {
    String base = place.toString();
    return URI.create(base.endsWith("/") ? base + name : base + "/" + name);
  }

  private static Reading bare(String text, Path folder) throws URISyntaxException {
    Path path = folder.resolve(text).normalize();
    return new Reading(Optional.of(new URI("file", "", path.toString(), null, null)), "");
  }

  private static Reading absolute(URI uri) throws URISyntaxException {
    if (uri.isOpaque()) {
      return Reading.wrong("has no path (as file:///data/out or s3://bucket/out)");
    }
    if (uri.getRawUserInfo() != null) {
      return Reading.wrong("must not hold user or password; give them in pipeline.flink");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      return Reading.wrong("must not have a ? or # part");
    }
    boolean local = uri.getScheme().equalsIgnoreCase("file");
    if (local && uri.getRawAuthority() != null) {
      return Reading.wrong("has a host, but file: is this machine (write file:///path)");
    }
    if (!local && uri.getRawAuthority() == null && !uri.getScheme().equals("hdfs")) {
      return Reading.wrong("has no bucket or host (as s3://bucket/out)");
    }
    String path = uri.normalize().getPath().replaceAll("/+$", "");
    String authority = local ? "" : uri.getRawAuthority();
    String kept = path.isEmpty() && local ? "/" : path;
    return new Reading(Optional.of(new URI(uri.getScheme(), authority, kept, null, null)), "");
  }
}
