package io.spillway.job.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * Compares a bucket with what was sent, as a reader would see it. A second opinion beside {@code
 * spillway verify}: it knows what should be there.
 */
public final class Delivered {
  private static final int FAULTS_TOLD = 12;

  private final Sent sent;
  private final Bucket bucket;
  private final List<String> faults;
  private final Map<String, Integer> seen = new HashMap<>();

  private Delivered(Path output, Sent sent) throws IOException {
    this.sent = sent;
    this.bucket = Bucket.read(output);
    this.faults = new ArrayList<>(bucket.faults);
  }

  /** What is wrong with a bucket whose job has come to its end; empty where all is well. */
  public static List<String> faults(Path output, Sent sent) throws IOException {
    return faults(output, sent, sent.last());
  }

  /**
   * What is wrong with a bucket that holds all that was sent; empty where all is well.
   *
   * @param checkpointTs what the root file has to claim at least
   */
  public static List<String> faults(Path output, Sent sent, long checkpointTs) throws IOException {
    Delivered delivered = new Delivered(output, sent);
    delivered.readAll();
    delivered.complete(checkpointTs);
    return delivered.told();
  }

  /**
   * What is wrong with a bucket that is being written, at any instant; empty where all is well.
   *
   * @param output may not exist yet
   */
  public static List<String> live(Path output, Sent sent) throws IOException {
    Delivered delivered = new Delivered(output, sent);
    delivered.readAll();
    delivered.claimsHold();
    delivered.noStatementBeforeItsRows(output);
    return delivered.told();
  }

  /** Number of different rows that a reader finds now. */
  public static int rows(Path output, Sent sent) throws IOException {
    Delivered delivered = new Delivered(output, sent);
    delivered.readAll();
    return delivered.seen.size();
  }

  /** The most numberings of files that one version of a table has. */
  public static long series(Path output, String table) throws IOException {
    Map<Long, Long> byVersion = new HashMap<>();
    for (Bucket.Series series : Bucket.read(output).files.keySet()) {
      if (series.table().equals(table)) {
        byVersion.merge(series.version(), 1L, Long::sum);
      }
    }
    return byVersion.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** The root file's checkpoint-ts; 0 where there is none yet. */
  public static long checkpointTs(Path output) throws IOException {
    return Bucket.read(output).checkpointTs;
  }

  private List<String> told() {
    return faults.size() <= FAULTS_TOLD ? faults : faults.subList(0, FAULTS_TOLD);
  }

  private void readAll() throws IOException {
    Set<String> versions = new HashSet<>();
    bucket.schemas.forEach(schema -> versions.add(schema.table() + " " + schema.version()));
    for (Map.Entry<Bucket.Series, ? extends NavigableMap<Long, Path>> entry :
        bucket.files.entrySet()) {
      Bucket.Series series = entry.getKey();
      NavigableMap<Long, Path> files = entry.getValue();
      if (!versions.contains(series.table() + " " + series.version())) {
        faults.add("data without the schema file of its version: " + series);
      }
      gap(series, files);
      // a reader goes by the index: what it does not cover yet is not there
      read(series, files.headMap(bucket.covered.getOrDefault(series, 0L), true).values());
    }
  }

  /** A listing beside a writer may miss a file, so the file itself is asked for too. */
  private void gap(Bucket.Series series, NavigableMap<Long, Path> files) {
    Path lastFile = files.lastEntry().getValue();
    String lastName = lastFile.getFileName().toString();
    for (long number = 1; number < files.lastKey(); number++) {
      String name =
          lastName
              .replaceFirst("\\d+\\.json$", "%0" + digits(lastName) + "d.json")
              .formatted(number);
      if (!files.containsKey(number) && !Files.exists(lastFile.resolveSibling(name))) {
        faults.add("number " + number + " of " + series + " is missing below " + lastName);
      }
    }
  }

  private static int digits(String name) {
    return name.length() - ".json".length() - Math.max(name.lastIndexOf('_') + 1, "CDC".length());
  }

  private void read(Bucket.Series series, Iterable<Path> files) throws IOException {
    List<Sent.Ddl> ddls = sent.ddlsOf(series.table());
    long last = series.version();
    for (Path file : files) {
      for (String line : Bucket.lines(file)) {
        Sent.Row row = sent.parsed().get(line);
        if (row == null) {
          faults.add("row that nobody sent in " + file + ": " + line);
          continue;
        }
        seen.merge(line, 1, Integer::sum);
        check(series, file, row, last, ddls);
        last = row.commitTs();
      }
    }
  }

  private void check(
      Bucket.Series series, Path file, Sent.Row row, long last, List<Sent.Ddl> ddls) {
    if (!row.table().equals(series.table())) {
      faults.add("row of " + row.table() + " in " + file);
    }
    if (row.commitTs() <= series.version()) {
      faults.add("row " + row.commitTs() + " is not newer than its version, in " + file);
    }
    if (row.commitTs() < last) {
      faults.add("commitTs goes back from " + last + " to " + row.commitTs() + " in " + file);
    }
    for (Sent.Ddl ddl : ddls) {
      if (series.version() < ddl.commitTs() && ddl.commitTs() < row.commitTs()) {
        faults.add("row " + row.commitTs() + " came after " + ddl + " but is in " + file);
      }
    }
  }

  private void claimsHold() {
    for (Map.Entry<String, Sent.Row> row : sent.parsed().entrySet()) {
      if (row.getValue().commitTs() <= bucket.checkpointTs && !seen.containsKey(row.getKey())) {
        faults.add("checkpoint-ts " + bucket.checkpointTs + " covers a missing " + row.getValue());
      }
    }
  }

  private void noStatementBeforeItsRows(Path output) throws IOException {
    if (missingBeforeStatements(seen).isEmpty()) {
      return;
    }
    // rows were read before the schema files: those that came meanwhile are no fault
    Delivered again = new Delivered(output, sent);
    again.readAll();
    faults.addAll(missingBeforeStatements(again.seen));
  }

  private List<String> missingBeforeStatements(Map<String, Integer> there) {
    List<String> missing = new ArrayList<>();
    for (Bucket.Schema schema : bucket.schemas) {
      if (schema.query().isEmpty()) {
        continue;
      }
      for (Map.Entry<String, Sent.Row> row : sent.parsed().entrySet()) {
        if (row.getValue().table().equals(schema.table())
            && row.getValue().commitTs() <= schema.version()
            && !there.containsKey(row.getKey())) {
          missing.add(schema + " is visible, but not " + row.getValue());
        }
      }
    }
    return missing;
  }

  private void complete(long checkpointTs) {
    for (Map.Entry<String, Integer> row : sent.rows().entrySet()) {
      int times = seen.getOrDefault(row.getKey(), 0);
      if (times == 0) {
        faults.add("row is missing: " + row.getKey());
      } else if (times > row.getValue()) {
        faults.add("row is there " + times + " times: " + row.getKey());
      }
    }
    bucket.files.forEach(
        (series, files) -> {
          long covered = bucket.covered.getOrDefault(series, 0L);
          if (covered != files.lastKey()) {
            faults.add("index of " + series + " covers " + covered + " of " + files.lastKey());
          }
        });
    for (Sent.Ddl ddl : sent.ddls()) {
      if (!bucket.schemas.contains(new Bucket.Schema(ddl.table(), ddl.commitTs(), ddl.query()))) {
        faults.add("no schema file of " + ddl);
      }
    }
    if (bucket.checkpointTs < checkpointTs) {
      faults.add("checkpoint-ts " + bucket.checkpointTs + " is below " + checkpointTs);
    }
  }
}
