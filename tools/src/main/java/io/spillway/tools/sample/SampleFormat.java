package io.spillway.tools.sample;

/** A wire format that files can have, by the name that {@code sources[].format} has for it. */
public enum SampleFormat {
  CANAL_JSON("canal-json"),
  DEBEZIUM_JSON("debezium-json"),
  SIMPLE_JSON("simple-json");

  private final String key;

  SampleFormat(String key) {
    this.key = key;
  }

  /** What says one partition of canal-json in this format; canal-json needs nothing of the kind. */
  WireMessages messages(WireMessages.Output out) {
    return switch (this) {
      case DEBEZIUM_JSON -> new DebeziumMessages(new TicdcOrigin(), out);
      case SIMPLE_JSON -> new SimpleMessages(out);
      case CANAL_JSON -> throw new IllegalStateException("canal-json is not translated");
    };
  }

  /** The name in a pipeline file. */
  @Override
  public String toString() {
    return key;
  }
}
