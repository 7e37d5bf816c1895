package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often one dispatcher's files are told. */
class FlushLogTest {
  private static final DataFile FILE =
      new DataFile(
          new DataDir(new TableId("shop", "orders"), 463594462753325058L, "2026-01-15"), "", 17);

  private final Logger logger = (Logger) LogManager.getLogger("io.spillway.spool.flush");
  private final Lines lines = new Lines();
  private long now = 1;
  private final FlushLog log = new FlushLog(Rows.settings(1 << 20), () -> now);
  private Level before;

  private static final class Lines extends AbstractAppender {
    private final List<String> told = new ArrayList<>();

    Lines() {
      super("lines", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      told.add(event.getMessage().getFormattedMessage());
    }
  }

  @BeforeEach
  void listen() {
    before = logger.getLevel();
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void leave() {
    logger.removeAppender(lines);
    logger.setLevel(before);
  }

  /** One file a second. */
  private int toldIn(int seconds) {
    int already = lines.told.size();
    for (int i = 0; i < seconds; i++) {
      now += 1_000;
      log.sealed(
          new SealedFile(FILE, "shop.t", FlushReason.SIZE, new SealedRows(1, 1, 1, 1, List.of())));
    }
    return lines.told.size() - already;
  }

  @Test
  void isOnceAMinuteUnlessSettingsSayOtherwise() {
    assertThat(toldIn(180)).isEqualTo(3);
    log.tellEvery(10_000);
    assertThat(toldIn(180)).isEqualTo(18);
    assertThat(lines.told.get(lines.told.size() - 1)).contains("silent=9");
    log.tellEvery(0);
    assertThat(toldIn(180)).isEqualTo(3);
  }

  /** Of the line in the documentation all but its figures. */
  @Test
  void theLineIsAsTheDocumentationShowsIt() throws IOException {
    log.sealed(
        new SealedFile(
            FILE,
            "shop.orders",
            FlushReason.INTERVAL,
            new SealedRows(1204, 402113, 1, 2, List.of())));

    String shown =
        Files.readString(Path.of("..", "docs", "operations.md"))
            .lines()
            .filter(line -> line.startsWith("sealed file "))
            .findFirst()
            .orElseThrow();
    assertThat(form(lines.told.get(0))).isEqualTo(form(shown));
    assertThat(lines.told.get(0)).startsWith(shown.substring(0, shown.indexOf(" fileSizeTarget")));
  }

  private static String form(String line) {
    return line.replaceAll("=-?\\d+", "=N");
  }
}
