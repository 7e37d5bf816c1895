package io.spillway.job.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.control.Settings;
import io.spillway.event.BulkRange;
import io.spillway.event.SinkName;
import io.spillway.event.TableScope;
import io.spillway.event.Tuning;
import io.spillway.policy.DeadLettering;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.OverrideText;
import io.spillway.policy.PolicyOverride;
import io.spillway.policy.PolicyOverrides;
import io.spillway.policy.Selector;
import io.spillway.search.bulk.BulkBounds;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlReaderTest {
  private static final Tunable ALL =
      new Tunable(
          List.of(SinkName.STORAGE, SinkName.SEARCH), JobMatrix.DEFAULT, BulkBounds.DEFAULT);
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
    ControlReader reader =
        new ControlReader(new Tunable(List.of(SinkName.STORAGE), JobMatrix.DEFAULT, null));
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
    ControlReader storage =
        new ControlReader(new Tunable(List.of(SinkName.STORAGE), JobMatrix.DEFAULT, null));
    byte[] yaml = (ENVELOPE + "settings: {bulk: {max-concurrency: 1}}\n").getBytes(UTF_8);
    assertThatThrownBy(() -> storage.parse(yaml))
        .hasMessageContaining("is only for pipelines with section elasticsearch");
  }

  @Test
  void readsStricterOverridesAndHowOftenFlushesAreTold() throws Exception {
    Tuning tuning =
        read(ENVELOPE
                + """
                    settings:
                      policy:
                        - {domain: search, type: item, kind: blocked, attempts: 20,
                           dead-letter: on-exhausted}
                      log: {flush-interval: 10 s}
                    """)
            .tuning();
    assertThat(tuning.flushLogMs()).isEqualTo(10_000);
    assertThat(tuning.overrides()).hasSize(1);
    PolicyOverride read = OverrideText.read(tuning.overrides().get(0));
    assertThat(read.selector()).isEqualTo(Selector.event("search", "item", "blocked"));
    assertThat(read.change().attempts()).contains(20);
    assertThat(read.origin()).isEqualTo("control settings, line 5");
  }

  @Test
  void overridesAreRefusedAsAWholeWithTheirLines() {
    assertThatThrownBy(
            () ->
                read(
                    ENVELOPE
                        + """
                        settings:
                          policy:
                            - {domain: search, type: item, kind: blocked, alert: error}
                            - {domain: search, type: item, kind: rejected, alert: info}
                            - {domain: storage, type: commit, kind: timeout, attempts: 3}
                            - {domain: search, type: item, kind: nonsense, alert: error}
                        """))
        .hasMessageContaining("line 6: settings.policy: search item * rejected: lowers the alert")
        .hasMessageContaining("line 8: settings.policy: search item * nonsense: there is no such");
    assertThatThrownBy(
            () ->
                read(
                    ENVELOPE
                        + """
                        settings:
                          policy: [{domain: storage, type: commit, kind: timeout, attempts: 3}]
                        """))
        .hasMessageContaining("line 4: settings.policy: storage commit * timeout: can't be changed")
        .hasMessageContaining("[storage commit]");
  }

  /** What the pipeline has made stricter is not made laxer again. */
  @Test
  void overridesAreJudgedOverThoseOfThePipeline() {
    PolicyOverride own =
        new PolicyOverride(
            Selector.event("search", "item", "blocked"),
            new PolicyOverride.Change(
                Optional.empty(),
                Optional.empty(),
                Optional.of(5),
                Optional.empty(),
                new PolicyOverride.Ending(
                    Optional.of(DeadLettering.ON_EXHAUSTED), Optional.empty(), Optional.empty())),
            "pipeline",
            1);
    ControlReader reader =
        new ControlReader(
            new Tunable(
                List.of(SinkName.SEARCH),
                PolicyOverrides.apply(JobMatrix.DEFAULT, List.of(own)).matrix(),
                BulkBounds.DEFAULT));
    String yaml =
        ENVELOPE
            + "settings: {policy: [{domain: search, type: item, kind: blocked, attempts: 20}]}\n";
    assertThatThrownBy(() -> reader.parse(yaml.getBytes(UTF_8)))
        .hasMessageContaining("turns the dead-letter of failure");
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
