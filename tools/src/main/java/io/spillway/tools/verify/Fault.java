package io.spillway.tools.verify;

/**
 * One thing that is wrong.
 *
 * @param kind what
 * @param path where, relative to the bucket's root
 * @param detail the values that tell it
 */
public record Fault(FaultKind kind, String path, String detail) {
  @Override
  public String toString() {
    return kind + " " + path + ": " + detail;
  }
}
