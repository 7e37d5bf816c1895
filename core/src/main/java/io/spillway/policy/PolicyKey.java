package io.spillway.policy;

import java.io.Serializable;

/** A failure by its four names, as {@code storage, write, FAILED, timeout}. */
public record PolicyKey(String domain, String type, Phase phase, String kind)
    implements Serializable {
  @Override
  public String toString() {
    return domain + " " + type + " " + phase.word() + " " + kind;
  }
}
