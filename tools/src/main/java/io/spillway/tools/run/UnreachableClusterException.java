package io.spillway.tools.run;

import java.io.IOException;

/** Nobody, or something else than Flink, answers at a cluster's address. */
public final class UnreachableClusterException extends IOException {
  private static final long serialVersionUID = 1L;

  UnreachableClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
