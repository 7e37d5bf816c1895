package io.spillway.job.config;

import java.net.URI;

/**
 * A place as text. Flink's paths take every character of a text for itself, so a space in it must
 * not be {@code %20}: that would be another folder.
 */
public final class PlaceText {
  private PlaceText() {}

  /** What {@code new Path(text)} makes the same place of. */
  public static String of(URI place) {
    String quoted = place.toString();
    int path = quoted.length() - place.getRawPath().length();
    return quoted.substring(0, path) + place.getPath();
  }
}
