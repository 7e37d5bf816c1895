package io.spillway.spool;

import io.spillway.event.TableId;
import io.spillway.layout.BegunPlan;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.InFlight;
import io.spillway.plan.Written;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A bucket as a map of paths, changed by the steps of a commit only. Each step does what the real
 * one does when it finds its work done already; each tells the reader what has changed.
 */
final class SimBucket {
  static final Layout LAYOUT = new Layout(6, ".json");

  private final TreeMap<String, byte[]> objects = new TreeMap<>();

  /** Uploads that have been completed, by their identity: each can be once. */
  private final Map<byte[], String> completed = new IdentityHashMap<>();

  private final SimReader reader;
  private Begun begun;
  private CommitPlan begunPlan;

  SimBucket(SimReader reader) {
    this.reader = reader;
  }

  void schema(Written.Schema schema) {
    SchemaFile file = schema.write().file();
    TableId table = file.structure().table();
    if (!versions(table).contains(file.version())) {
      objects.put(Layout.schemaPath(table, file.name()), file.bytes());
      reader.schemaSeen(table, file.version());
    }
  }

  /**
   * @param look whether the step looks for the file first; else it must not be there, unless it
   *     would be put again with the same bytes
   */
  void data(Written.Data data, boolean look) {
    DataFile file = data.sealed().file();
    String path = LAYOUT.path(file);
    DataFile before = new DataFile(file.dir(), file.dispatcher(), file.number() - 1);
    if (file.number() > 1 && !objects.containsKey(LAYOUT.path(before))) {
      throw new AssertionError(path + " is there, but not the file before it");
    }
    byte[] content = content(data);
    byte[] there = objects.get(path);
    if (there != null && !Arrays.equals(there, content)) {
      throw new AssertionError(path + " would be overwritten with other content");
    }
    if (look && there != null) {
      return;
    }
    if (data.content() instanceof Written.Uploaded && completed.put(content, path) != null) {
      throw new AssertionError(path + ": its upload has been completed before and is lost");
    }
    objects.put(path, content);
  }

  /** In this model the means to complete an upload are its bytes. */
  private static byte[] content(Written.Data data) {
    if (data.content() instanceof Written.Inline inline) {
      return inline.bytes();
    } else if (data.content() instanceof Written.Uploaded uploaded) {
      return uploaded.commit();
    }
    throw new AssertionError(data);
  }

  /**
   * @param look whether the step reads the index file first; else no earlier attempt may have
   *     written a newer one
   */
  void index(DataFile newest, boolean look) {
    long there = indexed(newest.index());
    if (newest.number() > there) {
      objects.put(
          LAYOUT.indexPath(newest.dir(), newest.dispatcher()),
          LAYOUT.indexContent(newest).getBytes(StandardCharsets.UTF_8));
      reader.indexSeen(newest, objects);
    } else if (!look && newest.number() < there) {
      throw new AssertionError(newest + " would take the index back from " + there);
    }
  }

  void metadata(long checkpointTs) {
    byte[] there = objects.get(Layout.METADATA);
    long known = there == null ? Long.MIN_VALUE : Layout.parseMetadata(there).orElseThrow();
    if (checkpointTs > known) {
      objects.put(Layout.METADATA, Layout.metadata(checkpointTs));
      reader.checkpointSeen(checkpointTs);
    }
  }

  private long indexed(IndexFile index) {
    byte[] content = objects.get(LAYOUT.indexPath(index.dir(), index.dispatcher()));
    return content == null
        ? 0
        : LAYOUT
            .parseIndexContent(index, new String(content, StandardCharsets.UTF_8))
            .orElseThrow()
            .number();
  }

  private List<Long> versions(TableId table) {
    List<Long> versions = new ArrayList<>();
    String owner = table.isSchema() ? table.schema() : table.schema() + "/" + table.table();
    for (String path : objects.tailMap(owner + "/meta/").keySet()) {
      if (!path.startsWith(owner + "/meta/")) {
        break;
      }
      Layout.parseSchema(path).ifPresent(schema -> versions.add(schema.name().version()));
    }
    return versions;
  }

  private void collect(TableId table, String dispatcher, List<DataFile> found) {
    for (DataFile file : dataFiles()) {
      if (file.dir().table().equals(table) && file.dispatcher().equals(dispatcher)) {
        found.add(file);
      }
    }
    found.sort(Comparator.comparingLong(DataFile::number));
  }

  /** Which plan has been begun last: that of a job, made for a checkpoint. */
  record Begun(long job, long checkpointId) {}

  void begin(Begun begins, CommitPlan plan) {
    if (begun != null && begun.job() != begins.job()) {
      endBegun(index -> true);
      requireFree(plan);
    }
    begun = begins;
    begunPlan = plan;
  }

  private void requireFree(CommitPlan plan) {
    for (Written.Data data : plan.data()) {
      byte[] there = objects.get(LAYOUT.path(data.sealed().file()));
      if (there != null && !Arrays.equals(there, content(data))) {
        throw new AssertionError(data.sealed().file() + " would take the place of another job's");
      }
    }
  }

  private void endBegun(Predicate<IndexFile> which) {
    if (begunPlan == null) {
      return;
    }
    for (List<Written.Data> series : inFlight()) {
      if (which.test(series.get(0).sealed().file().index())) {
        series.forEach(this::late);
      }
    }
  }

  private List<List<Written.Data>> inFlight() {
    InFlight.Seen seen =
        new InFlight.Seen() {
          @Override
          public boolean hasSchema(TableId table, long version) {
            return versions(table).contains(version);
          }

          @Override
          public boolean isIndexed(DataFile file) {
            return indexed(file.index()) >= file.number();
          }
        };
    try {
      return InFlight.of(begunPlan, seen);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A step of a paused process that ends now, whatever has happened since it began. */
  void late(Written.Data data) {
    // an upload that has been completed can't be once more
    if (!completed.containsKey(content(data))) {
      data(data, false);
    }
  }

  /** Null where no plan has been begun. */
  Begun begun() {
    return begun;
  }

  /** Whether every data file of a plan stands in the bucket. */
  boolean hasAll(CommitPlan plan) {
    return plan.data().stream()
        .allMatch(
            data -> Arrays.equals(content(data), objects.get(LAYOUT.path(data.sealed().file()))));
  }

  /** Every data file that stands in the bucket, visible to readers or not. */
  List<DataFile> dataFiles() {
    List<DataFile> files = new ArrayList<>();
    objects.keySet().forEach(path -> LAYOUT.parseData(path).ifPresent(files::add));
    return files;
  }

  /** The bucket as one subtask sees it: its listings of databases are as old as the subtask. */
  Bucket open() {
    return new Bucket() {
      private final Map<String, Set<String>> tablesAtFirst = new HashMap<>();

      @Override
      public boolean hasTable(TableId table) {
        return tablesAtFirst
            .computeIfAbsent(
                table.schema(),
                schema -> {
                  Set<String> tables = new HashSet<>();
                  for (String path : objects.keySet()) {
                    String[] parts = path.split("/");
                    if (parts[0].equals(schema)) {
                      tables.add(parts[1]);
                    }
                  }
                  return tables;
                })
            .contains(table.table());
      }

      @Override
      public Optional<TableStructure> structure(TableId table, long version) {
        return Optional.empty();
      }

      @Override
      public Collection<Long> schemaVersions(TableId table) {
        return versions(table);
      }

      @Override
      public long lastNumber(DataDir dir, String dispatcher, long atLeast) {
        long last = Math.max(atLeast, indexed(new IndexFile(dir, dispatcher)));
        while (objects.containsKey(LAYOUT.path(new DataFile(dir, dispatcher, last + 1)))) {
          last++;
        }
        return last;
      }

      @Override
      public void endBegun(TableId table, String dispatcher) {
        SimBucket.this.endBegun(
            index -> index.dir().table().equals(table) && index.dispatcher().equals(dispatcher));
      }

      @Override
      public List<DataFile> dataFiles(TableId table, String dispatcher) {
        List<DataFile> found = new ArrayList<>();
        collect(table, dispatcher, found);
        return found;
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
      public InputStream open(DataFile file) {
        return new ByteArrayInputStream(objects.get(LAYOUT.path(file)));
      }
    };
  }
}
