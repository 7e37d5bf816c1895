package io.spillway.plan;

import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that one checkpoint makes visible, and in which order. Steps of different lanes may
 * run at the same time; a lane's stages run one after the other: of each version first the schema
 * files, then the data, then the index files. The metadata come after all lanes.
 *
 * <p>A lane is a table, or several that a DDL connects: a renamed table's schema file must not be
 * seen before the rows that still stand under the old name.
 *
 * @param checkpointId of the checkpoint
 * @param checkpointTs every row and DDL up to here is readable once the plan is carried out; {@link
 *     Long#MIN_VALUE} for no claim
 * @param data files, in any order
 * @param schemas schema files, in any order; at most one for a table and version
 * @param found files of an earlier run that index files must cover; none unless the job has started
 *     from a state older than the bucket
 * @param balance where all rows are at this checkpoint
 * @param origin whose plan it is
 */
public record CommitPlan(
    long checkpointId,
    long checkpointTs,
    List<Written.Data> data,
    List<Written.Schema> schemas,
    List<Written.Found> found,
    Balance balance,
    PlanOrigin origin) {
  public CommitPlan {
    data = List.copyOf(data);
    schemas = List.copyOf(schemas);
    found = List.copyOf(found);
  }

  /** One of which nobody has noted whose it is. */
  public CommitPlan(
      long checkpointId,
      long checkpointTs,
      List<Written.Data> data,
      List<Written.Schema> schemas,
      Balance balance) {
    this(checkpointId, checkpointTs, data, schemas, List.of(), balance, PlanOrigin.UNKNOWN);
  }

  /** One that finds nothing of an earlier run in the bucket. */
  public CommitPlan(
      long checkpointId,
      long checkpointTs,
      List<Written.Data> data,
      List<Written.Schema> schemas,
      Balance balance,
      PlanOrigin origin) {
    this(checkpointId, checkpointTs, data, schemas, List.of(), balance, origin);
  }

  /**
   * What belongs to one version of a lane.
   *
   * @param schemas all before any of the data; in any order, or at the same time
   * @param data all before any index file; see {@link #series}
   * @param found for the index files only
   */
  public record Stage(
      List<Written.Schema> schemas, List<Written.Data> data, List<Written.Found> found) {
    /**
     * The data files by directory and dispatcher, each in the order of its numbers: whoever lists a
     * directory never sees a number without those before it. Series may run at the same time.
     */
    public Collection<List<Written.Data>> series() {
      Map<IndexFile, List<Written.Data>> series = new LinkedHashMap<>();
      for (Written.Data file : data) {
        series.computeIfAbsent(file.sealed().file().index(), i -> new ArrayList<>()).add(file);
      }
      for (List<Written.Data> files : series.values()) {
        files.sort(Comparator.comparingLong(file -> file.sealed().file().number()));
      }
      return series.values();
    }

    /** The newest file of each directory and dispatcher: what the index files will name. */
    public Collection<DataFile> indexed() {
      Map<IndexFile, DataFile> newest = new LinkedHashMap<>();
      data.forEach(file -> add(newest, file.sealed().file()));
      found.forEach(file -> add(newest, file.newest()));
      return newest.values();
    }

    private static void add(Map<IndexFile, DataFile> newest, DataFile file) {
      newest.merge(file.index(), file, (a, b) -> a.number() > b.number() ? a : b);
    }
  }

  /** The lanes, each a list of stages in order of version. */
  public List<List<Stage>> lanes() {
    Lanes connected = new Lanes();
    data.forEach(file -> connected.add(file.sealed().file().dir().table()));
    found.forEach(file -> connected.add(file.newest().dir().table()));
    schemas.forEach(schema -> connected.add(schema.write().file().structure().table()));
    schemas.forEach(connected::connect);
    Map<TableId, TreeMap<Long, Stage>> lanes = new LinkedHashMap<>();
    for (Written.Schema schema : schemas) {
      TableId lane = connected.lane(schema.write().file().structure().table());
      stage(lanes, lane, schema.write().file().version()).schemas().add(schema);
    }
    for (Written.Data file : data) {
      DataDir dir = file.sealed().file().dir();
      stage(lanes, connected.lane(dir.table()), dir.version()).data().add(file);
    }
    for (Written.Found file : found) {
      DataDir dir = file.newest().dir();
      stage(lanes, connected.lane(dir.table()), dir.version()).found().add(file);
    }
    return lanes.values().stream().map(lane -> List.copyOf(lane.values())).toList();
  }

  private static Stage stage(Map<TableId, TreeMap<Long, Stage>> lanes, TableId lane, long version) {
    return lanes
        .computeIfAbsent(lane, l -> new TreeMap<>())
        .computeIfAbsent(
            version, v -> new Stage(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
  }

  /** Tables that must not be committed independently of each other. */
  private static final class Lanes {
    private final Map<TableId, TableId> parents = new HashMap<>();

    void add(TableId table) {
      parents.putIfAbsent(table, table);
    }

    void connect(Written.Schema schema) {
      TableId owner = schema.write().file().structure().table();
      for (TableId drained : schema.write().drained()) {
        if (!drained.isSchema()) {
          connect(drained, owner);
          continue;
        }
        for (TableId table : List.copyOf(parents.keySet())) {
          if (table.schema().equals(drained.schema())) {
            connect(table, owner);
          }
        }
      }
    }

    private void connect(TableId table, TableId owner) {
      if (parents.containsKey(table)) {
        parents.put(lane(table), lane(owner));
      }
    }

    TableId lane(TableId table) {
      TableId root = table;
      while (!parents.get(root).equals(root)) {
        root = parents.get(root);
      }
      return root;
    }
  }
}
