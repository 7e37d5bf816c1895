package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.Header;
import io.spillway.event.Poison;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.policy.DeadLetter.Failure;
import io.spillway.policy.DeadLetter.Original;
import io.spillway.policy.DeadLetter.Refusal;
import io.spillway.policy.DeadLetter.Subject;
import io.spillway.testing.Wire;
import io.spillway.wire.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
  private static final SourcePosition AT =
      new SourcePosition(new SourcePartition("orders", 3), 99, -1);
  private static final byte[] VALUE = {'{', -1};
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final List<Header> HEADERS =
      List.of(
          new Header(
              "traceparent",
              ("00-" + TRACE + "-00f067aa0ba902b7-01").getBytes(StandardCharsets.US_ASCII)),
          new Header("empty", null));

  private static final DeadLetter UNREADABLE =
      new DeadLetter(
          new Original(AT, null, VALUE, List.of()),
          new Failure("decode", "MALFORMED", "not \"UTF-8\"", 1, 1_000, 1_000),
          new Subject("", "", null));

  private static final DeadLetter REFUSED =
      new DeadLetter(
          new Original(AT, new byte[] {1}, VALUE, HEADERS),
          new Failure("search", "mapper_parsing_exception", "no", 2, 1_000, 61_000),
          new Subject("shop.t", "{\"id\":\"7\"}", new Refusal(400, "shop.t", "7")));

  /** With the source that is known of it since version 4. */
  private static final DeadLetter NAMED =
      new DeadLetter(
          new Original("k1:9092", AT, new byte[] {1}, VALUE, HEADERS),
          REFUSED.failure(),
          REFUSED.subject());

  /** {@link #REFUSED}, as version 3 has written it. */
  private static final String VERSION_3 =
      "03000000066f7264657273000000030000000000000063ffffffffffffffff010000000101000000"
          + "027bff000000020000000b7472616365706172656e74010000003730302d34626639326633353737"
          + "623334646136613363653932396430653065343733362d303066303637616130626139303262372d"
          + "303100000005656d7074790000000006736561726368000000186d61707065725f70617273696e67"
          + "5f657863657074696f6e000000026e6f0000000200000000000003e8000000000000ee4800000006"
          + "73686f702e740000000a7b226964223a2237227d01000001900000000673686f702e740000000137";

  private static byte[] json(DeadLetter letter) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DeadLetterJson().write(letter, out);
    return out.toByteArray();
  }

  @Test
  void aLetterRoundTrips() throws IOException {
    Wire.roundTrips(new DeadLetterSerializer(), UNREADABLE, REFUSED, NAMED);
    Wire.refusesOtherVersions(new DeadLetterSerializer(), REFUSED);
  }

  @Test
  void aLetterIsOneLineOfJsonWithTheOriginalBytes() throws IOException {
    assertThat(new String(json(UNREADABLE), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"failedAt\":\"1970-01-01T00:00:01Z\",\"firstFailedAt\":\"1970-01-01T00:00:01Z\","
                + "\"stage\":\"decode\",\"kind\":\"MALFORMED\","
                + "\"reason\":\"not \\\"UTF-8\\\"\",\"attempts\":1,\"topic\":\"orders\","
                + "\"partition\":3,\"offset\":99,\"timestamp\":-1,\"traceId\":\""
                + UNREADABLE.traceId()
                + "\",\"key\":null,\"value\":\"e/8=\"}\n");
  }

  @Test
  void aRefusedLetterTellsWhatTheOutputSaid() throws IOException {
    assertThat(new String(json(REFUSED), StandardCharsets.UTF_8))
        .contains(
            "\"attempts\":2,",
            "\"firstFailedAt\":\"1970-01-01T00:00:01Z\"",
            "\"failedAt\":\"1970-01-01T00:01:01Z\"",
            "\"table\":\"shop.t\",\"primaryKey\":{\"id\":\"7\"},\"traceId\":\"" + TRACE + "\"",
            "\"status\":400,\"index\":\"shop.t\",\"id\":\"7\"",
            "{\"name\":\"empty\",\"value\":null}],\"key\":\"AQ==\",\"value\":\"e/8=\"}\n");
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    for (DeadLetter letter : List.of(UNREADABLE, REFUSED, NAMED)) {
      assertThat(new DeadLetterParser().parse(json(letter)))
          .usingRecursiveComparison()
          .isEqualTo(letter);
    }
  }

  @Test
  void aLineOfAnEarlierVersionIsReadAndOtherLinesAreRefused() throws IOException {
    String line =
        "{\"failedAt\":\"1970-01-01T00:00:01Z\",\"stage\":\"decode\",\"kind\":\"MALFORMED\","
            + "\"reason\":\"not \\\"UTF-8\\\"\",\"topic\":\"orders\",\"partition\":3,"
            + "\"offset\":99,\"timestamp\":-1,\"key\":\"\",\"value\":\"e/8=\"}";
    assertThat(new DeadLetterParser().parse(line.getBytes(StandardCharsets.UTF_8)))
        .usingRecursiveComparison()
        .isEqualTo(UNREADABLE);
    for (String other : List.of("{}", "", "[1]", line.replace("1970", "x"))) {
      assertThatThrownBy(() -> new DeadLetterParser().parse(other.getBytes(StandardCharsets.UTF_8)))
          .as(other)
          .isInstanceOf(IOException.class);
    }
  }

  /**
   * As versions 1 and 2 have written it: an empty key for none, one time, refusal with attempts.
   */
  private static byte[] older(int version, boolean refused) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeByte(version);
    Bytes.writeString("orders", out);
    out.writeInt(3);
    out.writeLong(99);
    out.writeLong(-1);
    Bytes.writeBytes(new byte[0], out);
    Bytes.writeBytes(VALUE, out);
    Bytes.writeString("decode", out);
    Bytes.writeString("MALFORMED", out);
    Bytes.writeString("not \"UTF-8\"", out);
    out.writeLong(1_000);
    if (version > 1) {
      out.writeBoolean(refused);
    }
    if (refused) {
      out.writeInt(400);
      Bytes.writeString("shop.t", out);
      Bytes.writeString("7", out);
      out.writeInt(2);
    }
    return out.getCopyOfBuffer();
  }

  private static DeadLetter read(byte[] bytes) throws IOException {
    return new DeadLetterSerializer().deserialize(new DataInputDeserializer(bytes));
  }

  @Test
  void lettersOfEarlierVersionsAreStillRead() throws IOException {
    for (byte[] bytes : List.of(older(1, false), older(2, false))) {
      assertThat(read(bytes)).usingRecursiveComparison().isEqualTo(UNREADABLE);
    }
    assertThat(read(HexFormat.of().parseHex(VERSION_3)))
        .usingRecursiveComparison()
        .isEqualTo(REFUSED);
    DeadLetter refused = read(older(2, true));
    assertThat(refused.failure().attempts()).isEqualTo(2);
    assertThat(refused.subject().refusal()).isEqualTo(new Refusal(400, "shop.t", "7"));
  }

  @Test
  void whatCantBeDecodedKeepsAllThatIsKnownOfIt() {
    Poison bad =
        new Poison(
            AT,
            null,
            VALUE,
            Poison.Kind.INVALID,
            "why",
            new Poison.About(HEADERS, new TableId("shop", "t"), "{\"id\":\"7\"}"));
    DeadLetter letter = DeadLetter.undecodable(bad, "k1:9092", 5);
    assertThat(letter)
        .usingRecursiveComparison()
        .isEqualTo(
            new DeadLetter(
                new Original("k1:9092", AT, null, VALUE, HEADERS),
                new Failure("decode", "INVALID", "why", 1, 5, 5),
                new Subject("shop.t", "{\"id\":\"7\"}", null)));
  }
}
