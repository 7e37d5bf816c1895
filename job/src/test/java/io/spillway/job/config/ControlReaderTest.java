package io.spillway.job.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.control.Settings;
import io.spillway.event.TableScope;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlReaderTest {
  @TempDir private Path folder;

  private static Settings read(String yaml) throws Exception {
    return new ControlReader().parse(yaml.getBytes(UTF_8));
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
  void controlNeedsStorage() {
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
        .containsExactly("6: control: needs storage: only the way there can be controlled");
  }
}
