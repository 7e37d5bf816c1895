package io.spillway.spool;

import io.spillway.event.ControlChange;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.plan.SealedFile;
import io.spillway.plan.StorageCommand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Everything a spool is connected to, on the heap; the bucket has schema files at most. */
final class RecordedPorts implements SpoolListener {
  final MemoryStore store = new MemoryStore();
  final List<SealedFile> files = new ArrayList<>();
  final List<StorageCommand.WriteSchema> schemas = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();
  final List<String> stalls = new ArrayList<>();
  final List<Long> versionsInBucket = new ArrayList<>();
  int lateRows;
  int fulls;
  final List<Long> controlled = new ArrayList<>();

  SpoolPorts ports() {
    Bucket bucket =
        new Bucket() {
          @Override
          public boolean hasTable(TableId table) {
            return false;
          }

          @Override
          public Collection<Long> schemaVersions(TableId table) {
            return versionsInBucket;
          }

          @Override
          public long lastNumber(DataDir dir, String dispatcher, long atLeast) {
            return atLeast;
          }
        };
    return new SpoolPorts(store, bucket, this::emit, this);
  }

  private void emit(StorageCommand command) {
    if (command instanceof StorageCommand.Seal seal) {
      files.add(seal.file());
    } else if (command instanceof StorageCommand.WriteSchema schema) {
      schemas.add(schema);
    }
  }

  Spool spool(SpoolSettings settings) {
    return new Spool(settings, SimSubtask.LINES, ports(), new Share(0, 1), null);
  }

  @Override
  public void late() {
    lateRows++;
  }

  @Override
  public void sealed(SealedFile file) {}

  @Override
  public void drainStarted(SchemaChange ddl) {}

  @Override
  public void drained(SchemaChange ddl, int drainedFiles, long waitedMs) {}

  @Override
  public void controlled(ControlChange change, long tookMs) {
    controlled.add(tookMs);
  }

  @Override
  public void full() {
    fulls++;
  }

  @Override
  public void stuck(String sentence) {
    warnings.add(sentence);
  }

  @Override
  public void stalled(String sentence) {
    stalls.add(sentence);
  }

  @Override
  public void warning(String sentence) {
    warnings.add(sentence);
  }
}
