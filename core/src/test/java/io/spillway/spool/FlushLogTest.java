package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
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
          new SealedFile(null, "shop.t", FlushReason.SIZE, new SealedRows(1, 1, 1, 1, List.of())));
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
}
