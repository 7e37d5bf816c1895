package io.spillway.event;

import java.util.Locale;

/** Where rows go. */
public enum SinkName {
  STORAGE,
  SEARCH;

  /** As in settings. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
