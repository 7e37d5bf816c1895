package io.spillway.job.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.Header;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.policy.DeadLetter;
import java.util.List;

/** Letters for tests. */
public final class Samples {
  private Samples() {}

  public static DeadLetter refused(long offset, int valueBytes, List<Header> headers) {
    return new DeadLetter(
        new DeadLetter.Original(
            new SourcePosition(new SourcePartition("orders", 3), offset, 500),
            new byte[] {7},
            "v".repeat(valueBytes).getBytes(UTF_8),
            headers),
        new DeadLetter.Failure("search", "mapping", "why", 2, 1_000, 2_000),
        new DeadLetter.Subject(
            "shop.t", "{\"id\":\"7\"}", new DeadLetter.Refusal(400, "shop.t", "7")));
  }

  public static DeadLetter unreadable(long offset, String value) {
    return new DeadLetter(
        new DeadLetter.Original(
            new SourcePosition(new SourcePartition("orders", 3), offset, -1),
            null,
            value.getBytes(UTF_8),
            List.of()),
        new DeadLetter.Failure("decode", "MALFORMED", "why", 1, offset, offset),
        new DeadLetter.Subject("", "", null));
  }
}
