package io.spillway.plan;

/** Why a file was sealed. The code is what state and committables hold. */
public enum FlushReason {
  SIZE(1),
  INTERVAL(2),
  DDL(3),
  PRESSURE(4),
  CLOSE(5),
  /** Somebody has asked for it. */
  REQUEST(6);

  private final int code;

  FlushReason(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The reason of a code; IllegalArgumentException for any other number. */
  public static FlushReason of(int code) {
    for (FlushReason reason : values()) {
      if (reason.code == code) {
        return reason;
      }
    }
    throw new IllegalArgumentException("unknown flush reason " + code);
  }

  /** The word for logs, metrics and events. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
