package io.spillway.tools.report;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Work;
import io.spillway.event.DispatcherId;
import io.spillway.layout.DataFile;
import io.spillway.metrics.KnownMetric;
import io.spillway.metrics.MetricCatalogue;
import io.spillway.policy.DeadLetter;
import io.spillway.tools.inspect.DispatcherContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a report shows, taken from whatever there is: bucket, cursor log, state, letters, metrics.
 */
public final class PipelineReport {
  private static final Set<String> LARGEST = largest();

  private final Map<String, TableLine> tables = new TreeMap<>();
  private final Map<String, FileLine> files = new TreeMap<>();
  private final Map<String, CursorEvent> cursors = new TreeMap<>();
  private final Map<String, LetterLine> letters = new TreeMap<>();
  private final Map<String, Double> metrics = new TreeMap<>();
  private final Map<String, Long> counted = new HashMap<>();
  private final Modes modes = new Modes();
  private final List<String> notes = new ArrayList<>();
  private OptionalLong checkpointTs = OptionalLong.empty();

  /** Letters of one stage and kind. */
  static final class LetterLine {
    long count;
    DeadLetter newest;
  }

  /** Takes an event of the cursor log. Repetitions of a file change nothing. */
  public void accept(CursorEvent event) {
    modes.accept(event);
    FlushAck.File file = event.work() instanceof Work.Written written ? written.file() : null;
    if (file != null && counted.put(file.path(), file.rows().bytes()) == null) {
      TableLine table = table(event.cursor().key());
      table.files++;
      table.rows += file.rows().count();
      table.bytes += file.rows().bytes();
      table.newest = Math.max(table.newest, file.rows().maxCommitTs());
      files
          .computeIfAbsent(file.reason(), any -> new FileLine())
          .add(file.rows().count(), file.rows().bytes());
    }
    if (event.cursor().scope().equals(CursorKey.GLOBAL)) {
      cursors.put(event.cursor().text(), event);
    }
  }

  /** Takes a file of the bucket of which no event was seen; its rows aren't known. */
  void accept(DataFile file, String path, long bytes) {
    if (!counted.containsKey(path)) {
      TableLine table = table(DispatcherId.of(file.dir().table()).key());
      table.files++;
      table.bytes += bytes;
      files.computeIfAbsent("not in the log", any -> new FileLine()).add(0, bytes);
    }
  }

  /** Takes what waits in the spool of the newest checkpoint. */
  public void accept(DispatcherContent content) {
    if (content.rows > 0) {
      TableLine table = table(content.dispatcher);
      table.waitingRows = content.rows;
      table.waitingBytes = content.bytes;
      table.waitingSinceMs = content.oldestMs;
    }
  }

  /** Takes a dead letter. */
  public void accept(DeadLetter letter) {
    LetterLine line =
        letters.computeIfAbsent(
            letter.failure().stage() + " " + letter.failure().kind(), any -> new LetterLine());
    line.count++;
    if (line.newest == null || line.newest.failure().lastMs() <= letter.failure().lastMs()) {
      line.newest = letter;
    }
  }

  /**
   * Takes one sample of a metric; those of one name are summed, unless a sum of them means nothing.
   *
   * @param name with its label, if it has one, behind a space
   */
  public void metric(String name, double value) {
    boolean isSum = !LARGEST.contains(name.replaceFirst(" .*", ""));
    metrics.merge(name, value, isSum ? Double::sum : Math::max);
  }

  private static Set<String> largest() {
    Set<String> units = Set.of("ms", "s", "share", "commit timestamp", "ms/s", "DDLs", "");
    return MetricCatalogue.all().stream()
        .filter(metric -> metric.type() == KnownMetric.Type.GAUGE && units.contains(metric.unit()))
        .map(KnownMetric::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Everything up to here is readable. */
  void checkpointTs(OptionalLong value) {
    checkpointTs = value;
  }

  /** Says what could not be looked at. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  private TableLine table(String name) {
    return tables.computeIfAbsent(name, TableLine::new);
  }

  Map<String, TableLine> tables() {
    return tables;
  }

  Map<String, FileLine> files() {
    return files;
  }

  Map<String, CursorEvent> cursors() {
    return cursors;
  }

  Map<String, LetterLine> letters() {
    return letters;
  }

  Map<String, Double> metrics() {
    return metrics;
  }

  Modes modes() {
    return modes;
  }

  List<String> notes() {
    return notes;
  }

  OptionalLong checkpointTs() {
    return checkpointTs;
  }
}
