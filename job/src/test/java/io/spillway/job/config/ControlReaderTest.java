package io.spillway.job.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.control.Settings;
import io.spillway.event.BulkRange;
import io.spillway.event.SinkName;
import io.spillway.event.TableScope;
import io.spillway.event.Tuning;
import io.spillway.search.bulk.BulkBounds;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlReaderTest {
  private static final Tunable ALL =
      new Tunable(List.of(SinkName.STORAGE, SinkName.SEARCH), BulkBounds.DEFAULT);
  private static final String ENVELOPE = "version: 1\ntimestamp: 1970-01-01T00:00:00Z\n";

  @TempDir private Path folder;

  private static Settings read(String yaml) throws Exception {
    return new ControlReader(ALL).parse(yaml.getBytes(UTF_8));
  }

  @Test
  void readsTheEnvelopeAndTheSettings() throws Exception {
    assertThat(
            read(
                """
                version: 7
                timestamp: 1970-01-01T00:00:05Z
                settings:
                  pause: [shop, shop.orders]
                  drain: "*"
                """))
        .isEqualTo(
            new Settings(
                7,
                5_000,
                List.of(new TableScope("shop", ""), new TableScope("shop", "orders")),
                List.of(TableScope.ALL)));
  }

  @Test
  void noSettingsAreSettingsToo() throws Exception {
    assertThat(read("version: 1\ntimestamp: 1970-01-01T00:00:00Z\n"))
        .isEqualTo(new Settings(1, 0, List.of(), List.of()));
  }

  @Test
  void everyFaultIsToldWithItsLine() {
    assertThatThrownBy(
            () -> read("version: 0\ntimestamp: noon\nsettings:\n  pause: [.t]\n  stop: all\n"))
        .hasMessageContainingAll("line 1: version", "line 2: timestamp", "line 4: settings.pause")
        .hasMessageContaining("line 5: settings.stop: is not a known key");
    assertThatThrownBy(() -> read("timestamp: 1970-01-01T00:00:00Z\n"))
        .hasMessageContaining("version: is required");
    assertThatThrownBy(() -> read("{")).hasMessageContaining("not YAML");
  }

  @Test
  void readsPausedSinksInAnyOrder() throws Exception {
    assertThat(read(ENVELOPE + "settings: {pause-sinks: [search, storage]}\n").tuning())
        .isEqualTo(Tuning.NONE.pausing(List.of(SinkName.STORAGE, SinkName.SEARCH)));
    assertThat(read(ENVELOPE + "settings: {pause-sinks: search}\n").tuning().pausedSinks())
        .containsExactly(SinkName.SEARCH);
  }

  @Test
  void aSinkThatThePipelineHasNotCannotBePaused() {
    ControlReader reader = new ControlReader(new Tunable(List.of(SinkName.STORAGE), null));
    byte[] yaml = (ENVELOPE + "settings: {pause-sinks: search}\n").getBytes(UTF_8);
    assertThatThrownBy(() -> reader.parse(yaml))
        .hasMessageContaining("line 3: settings.pause-sinks")
        .hasMessageContaining("is not a sink of this pipeline (storage): search");
  }

  @Test
  void readsEdgesOfTheBulkController() throws Exception {
    String bulk =
        "settings: {bulk: {max-bytes: 1 mb, min-interval: 1 s, max-interval: 2 s,"
            + " max-concurrency: 2}}\n";
    assertThat(read(ENVELOPE + bulk).tuning())
        .isEqualTo(Tuning.NONE.within(new BulkRange(0, 1 << 20, 1_000, 2_000, 2)));
    assertThat(read(ENVELOPE + "settings: {bulk: {min-bytes: 64 kb}}\n").tuning().bulk())
        .isEqualTo(new BulkRange(64 << 10, 0, 0, 0, 0));
  }

  @Test
  void edgesThatAreWiderThanThePipelinesAreRefused() {
    assertThatThrownBy(
            () ->
                read(
                    ENVELOPE
                        + """
                        settings:
                          bulk:
                            min-bytes: 1 kb
                            max-bytes: 9 mb
                            min-interval: 10 ms
                            max-interval: 1 min
                            max-concurrency: 9
                        """))
        .hasMessageContainingAll(
            "line 5: settings.bulk.min-bytes",
            "64 kb to 8 mb",
            "line 6: settings.bulk.max-bytes",
            "line 7: settings.bulk.min-interval",
            "50 ms to 5000 ms",
            "line 8: settings.bulk.max-interval",
            "line 9: settings.bulk.max-concurrency",
            "1 to 8");
    assertThatThrownBy(
            () -> read(ENVELOPE + "settings: {bulk: {min-bytes: 2 mb, max-bytes: 1 mb}}\n"))
        .hasMessageContaining("min-bytes must be at most max-bytes");
    ControlReader storage = new ControlReader(new Tunable(List.of(SinkName.STORAGE), null));
    byte[] yaml = (ENVELOPE + "settings: {bulk: {max-concurrency: 1}}\n").getBytes(UTF_8);
    assertThatThrownBy(() -> storage.parse(yaml))
        .hasMessageContaining("is only for pipelines with section elasticsearch");
  }

  @Test
  void readsHowOftenFlushesAreLogged() throws Exception {
    Tuning tuning =
        read(ENVELOPE
                + """
                    settings:
                      log: {flush-interval: 10 s}
                    """)
            .tuning();
    assertThat(tuning.flushLogMs()).isEqualTo(10_000);
  }

  @Test
  void thePolicyIsChangedInThePipelineOnly() {
    assertThatThrownBy(
            () -> read(ENVELOPE + "settings: {policy: [{kind: timeout, alert: critical}]}\n"))
        .hasMessageContaining("settings.policy: can't be changed while the job runs")
        .hasMessageContaining("errors.policy");
  }

  @Test
  void aPipelineWithoutStorageCanBeControlledToo() {
    assertThat(
            new Pipelines(folder)
                .faults(
                    """
                    pipeline: {name: shop}
                    sources: [{type: files, path: in}]
                    elasticsearch: {hosts: ['http://localhost:9200']}
                    cursor: {events: {path: events}}
                    errors: {dead-letters: {path: dead}}
                    control: {path: control.yaml}
                    """))
        .isEmpty();
  }
}
