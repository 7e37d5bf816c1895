package io.spillway.spool;

import io.spillway.encode.RowFormat;
import io.spillway.event.ControlChange;
import io.spillway.event.TableId;
import io.spillway.layout.BegunPlan;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.SealedFile;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.TableStructure;
import io.spillway.tables.TableRules;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything a spool is connected to, on the heap; the bucket has schema files at most. */
final class RecordedPorts extends SilentListener {
  final MemoryStore store = new MemoryStore();
  final List<SealedFile> files = new ArrayList<>();

  /** The bytes of each file. */
  final List<byte[]> contents = new ArrayList<>();

  private final ByteArrayOutputStream current = new ByteArrayOutputStream();
  final List<StorageCommand.WriteSchema> schemas = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();
  final List<String> stalls = new ArrayList<>();
  final List<Long> versionsInBucket = new ArrayList<>();
  final List<String> contradictions = new ArrayList<>();
  final Map<CopyReason, Integer> copies = new EnumMap<>(CopyReason.class);
  TableRules rules = TableRules.NONE;
  int equalRows;
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
          public Optional<TableStructure> structure(TableId table, long version) {
            return Optional.empty();
          }

          @Override
          public long lastNumber(DataDir dir, String dispatcher, long atLeast) {
            return atLeast;
          }

          @Override
          public void endBegun(TableId table, String dispatcher) {}

          @Override
          public List<DataFile> dataFiles(TableId table, String dispatcher) {
            return List.of();
          }

          @Override
          public Optional<BegunPlan> begun() {
            return Optional.empty();
          }

          @Override
          public boolean isUsed() {
            return false;
          }

          @Override
          public InputStream open(DataFile file) throws IOException {
            throw new FileNotFoundException(file.toString());
          }
        };
    return new SpoolPorts(store, bucket, this::emit, this, rules);
  }

  private void emit(StorageCommand command) {
    if (command instanceof StorageCommand.Part part) {
      current.write(part.bytes(), part.offset(), part.length());
    } else if (command instanceof StorageCommand.Seal seal) {
      files.add(seal.file());
      contents.add(current.toByteArray());
      current.reset();
    } else if (command instanceof StorageCommand.WriteSchema schema) {
      schemas.add(schema);
    }
  }

  Spool spool(SpoolSettings settings) {
    return spool(settings, SimSubtask.LINES);
  }

  Spool spool(SpoolSettings settings, RowFormat format) {
    return new Spool(settings, format, ports(), new SubtaskShare(0, 1), null, 0);
  }

  @Override
  public void late() {
    lateRows++;
  }

  @Override
  public void unfit(long rows, String sentence) {
    warnings.add(sentence);
  }

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

  @Override
  public void unmatched(String sentence) {
    warnings.add(sentence);
  }

  @Override
  public void copy(CopyReason reason) {
    copies.merge(reason, 1, Integer::sum);
  }

  @Override
  public void contradiction(String sentence) {
    contradictions.add(sentence);
  }

  @Override
  public void equalRows() {
    equalRows++;
  }
}
