package io.spillway.tools.testing;

import io.spillway.cursor.log.Audit;
import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.cursor.log.Finding;
import io.spillway.testing.LiveTree;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/**
 * Behind every test of this module: audits each event log that its jobs have left in its temporary
 * folders, so that the rows of every job have balanced at every checkpoint and no cursor has gone
 * back. Found by JUnit through the service file, so that no test can forget it. Restarts from older
 * points and logs that a test takes files from are what some tests are about, and not looked for.
 */
public final class BalanceAudit implements BeforeEachCallback, AfterEachCallback {
  private static final ThreadLocal<String> WATCHED = new ThreadLocal<>();
  private static final Set<Finding.Kind> FAULTS =
      Set.of(
          Finding.Kind.UNBALANCED, Finding.Kind.REGRESS, Finding.Kind.BROKEN, Finding.Kind.OVERLAP);
  private static final String EVENTS = "cursor-events-";

  /** Name of the test that is watched on this thread; null for none. */
  static String watched() {
    return WATCHED.get();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    WATCHED.set(context.getRequiredTestMethod().getName());
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    WATCHED.remove();
    for (Object test : context.getRequiredTestInstances().getAllInstances()) {
      for (Path folder : temporaryFolders(test)) {
        requireBalanced(folder);
      }
    }
  }

  private static List<Path> temporaryFolders(Object test) {
    List<Path> folders = new ArrayList<>();
    for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.isAnnotationPresent(TempDir.class) && field.getType() == Path.class) {
          folders.add(valueOf(field, test));
        }
      }
    }
    return folders;
  }

  private static Path valueOf(Field field, Object test) {
    try {
      field.setAccessible(true);
      return (Path) field.get(test);
    } catch (IllegalAccessException e) {
      throw new AssertionError("can't look at " + field, e);
    }
  }

  /** Fails where a log below the folder has what no job may leave. */
  static void requireBalanced(Path folder) throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path log : logs(folder)) {
      for (Finding finding : audit(log).findings()) {
        if (FAULTS.contains(finding.kind())) {
          faults.add(
              "%s: %s of %s at event %d: %s"
                  .formatted(
                      log,
                      finding.kind(),
                      finding.event().cursor().text(),
                      finding.event().step().seq(),
                      finding.detail()));
        }
      }
    }
    if (!faults.isEmpty()) {
      throw new AssertionError("cursor logs with faults:\n" + String.join("\n", faults));
    }
  }

  private static Audit audit(Path log) throws IOException {
    Audit audit = new Audit(true);
    new EventLogReader(new org.apache.flink.core.fs.Path(log.toUri()))
        .read(EventFilter.ALL, audit::accept);
    return audit;
  }

  private static Set<Path> logs(Path folder) throws IOException {
    Set<Path> logs = new TreeSet<>();
    if (folder == null || !Files.exists(folder)) {
      return logs;
    }
    // a run that has ended may still be deleting checkpoints
    LiveTree.files(folder, BalanceAudit::isEvents).forEach(file -> logs.add(file.getParent()));
    return logs;
  }

  private static boolean isEvents(String name) {
    return !name.startsWith(".") && name.contains(EVENTS) && name.endsWith(".ndjson");
  }
}
