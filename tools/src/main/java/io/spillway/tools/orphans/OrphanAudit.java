package io.spillway.tools.orphans;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.Path;

/**
 * Finds uploads and temporary files that nothing needs any more. What there is is listed before the
 * kept state is read, so what a checkpoint takes in meanwhile is found in it; what is begun
 * afterwards is not looked at.
 */
public final class OrphanAudit {
  private final UnfinishedFiles files;
  private final Optional<OpenUploads> uploads;
  private final KeptState kept;

  /**
   * File systems must have been made ready.
   *
   * @param root of the bucket
   * @param checkpoints folder of the job's checkpoints; may not be there
   * @param savepoints each a savepoint, or a folder of some, to go on from
   */
  public OrphanAudit(Path root, Path checkpoints, List<Path> savepoints) throws IOException {
    this.files = new UnfinishedFiles(root);
    this.uploads = OpenUploads.of(root);
    this.kept = KeptState.of(checkpoints, savepoints);
  }

  /** Whether the file system's uploads can be asked for; temporary files always can. */
  public boolean knowsUploads() {
    return uploads.isPresent();
  }

  /**
   * Looks; changes nothing.
   *
   * @param nowMs ms since 1970
   * @param leastAgeMs what is younger is no orphan
   */
  public OrphanReport look(long nowMs, long leastAgeMs) throws IOException {
    List<Unfinished> all = new ArrayList<>();
    if (uploads.isPresent()) {
      uploads.get().list(all);
    }
    files.list(all);
    all.sort(Comparator.comparing(Unfinished::place).thenComparing(Unfinished::token));
    KeptState.Found found = kept.find(all.stream().map(Unfinished::token).toList());
    List<Unfinished> orphans = new ArrayList<>();
    int needed = 0;
    int young = 0;
    for (Unfinished thing : all) {
      switch (Verdict.of(thing, found.tokens(), nowMs, leastAgeMs)) {
        case NEEDED -> needed++;
        case YOUNG -> young++;
        case ORPHAN -> orphans.add(thing);
      }
    }
    return new OrphanReport(orphans, needed, young, found.states());
  }

  /**
   * Removes the orphans of a report.
   *
   * @throws IOException at the first that fails; the others are left
   */
  public void delete(OrphanReport report) throws IOException {
    delete(report, orphan -> uploads.orElseThrow().abort(orphan), files::delete);
  }

  /** One removal. */
  interface Removal {
    void of(Unfinished orphan) throws IOException;
  }

  static void delete(OrphanReport report, Removal ofUploads, Removal ofFiles) throws IOException {
    for (Unfinished orphan : report.orphans()) {
      Removal removal = orphan.kind() == Unfinished.Kind.UPLOAD ? ofUploads : ofFiles;
      removal.of(orphan);
    }
  }
}
