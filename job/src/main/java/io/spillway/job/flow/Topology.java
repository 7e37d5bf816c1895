package io.spillway.job.flow;

import io.spillway.control.ControlOperator;
import io.spillway.control.ControlSettings;
import io.spillway.control.SettingsFile;
import io.spillway.control.SettingsStore;
import io.spillway.control.SettingsTopic;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.FlushAckSerializer;
import io.spillway.cursor.Namespace;
import io.spillway.decode.DecodeOperator;
import io.spillway.decode.Origin;
import io.spillway.encode.RowFormat;
import io.spillway.event.Broadcast;
import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableShape;
import io.spillway.event.TraceSampling;
import io.spillway.job.config.ControlConfig;
import io.spillway.job.config.ControlReader;
import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PlaceText;
import io.spillway.job.config.StorageConfig;
import io.spillway.job.start.Restoration;
import io.spillway.job.start.SourceIdentity;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.StorageCommand;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.PolicyMatrix;
import io.spillway.spool.SpoolOperator;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.BucketFiles;
import io.spillway.storage.StorageAcks;
import io.spillway.storage.StorageCommandSerializer;
import io.spillway.storage.StorageSettings;
import io.spillway.storage.StorageSink;
import io.spillway.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job's graph: sources, decode, spool, storage, search, cursor; one direction, no loops. */
public final class Topology {
  private final PipelineConfig config;
  private final PolicyMatrix policy;
  private final BucketClaim claim;
  private final Restoration restoration;

  /** By which the operators of a source are named, by its place in the list. */
  private final List<Integer> numbers;

  /**
   * Of a job that starts from nothing, takes the bucket from no other pipeline and goes on with the
   * bucket's lineage.
   */
  public Topology(PipelineConfig config) {
    this(config, BucketClaim.of(config.pipeline().name()), Restoration.none(config));
  }

  /**
   * @param claim for whom the job writes into its bucket
   * @param restoration of the state that the job goes on from
   */
  public Topology(PipelineConfig config, BucketClaim claim, Restoration restoration) {
    this.config = config;
    this.policy = config.policy();
    this.claim = claim;
    this.restoration = restoration;
    this.numbers = restoration.numbers();
  }

  /** Adds the whole job to the environment. */
  public void build(StreamExecutionEnvironment env) {
    config.pipeline().parallelism().ifPresent(env::setParallelism);
    List<SingleOutputStreamOperator<Row>> decoded = new ArrayList<>();
    for (int i = 0; i < config.sources().size(); i++) {
      decoded.add(decode(env, i));
    }
    Map<Namespace, List<Integer>> namespaces = new Sources(config).byNamespace();
    List<DataStream<DeadLetter>> letters = new ArrayList<>();
    namespaces.forEach(
        (namespace, sources) -> {
          Optional<DataStream<Broadcast>> control =
              config
                  .control()
                  .map(settings -> control(namespace, decoded.get(sources.get(0)), settings));
          config
              .storage()
              .ifPresent(storage -> store(namespace, namespaces, decoded, control, storage));
          config
              .elasticsearch()
              .ifPresent(
                  search ->
                      letters.add(
                          new SearchFlow(config, namespace, numbers)
                              .attach(sources, decoded, search, control)));
        });
    decoded.forEach(rows -> letters.add(rows.getSideOutput(DecodeOperator.DEAD_LETTERS)));
    deadLetters(letters);
  }

  private SingleOutputStreamOperator<Row> decode(StreamExecutionEnvironment env, int index) {
    Sources sources = new Sources(config);
    int number = numbers.get(index);
    DataStream<Event> events =
        env.fromSource(
                sources.source(index),
                sources.watermarks(index),
                Uids.source(number),
                WireTypes.EVENT)
            .uid(Uids.source(number));
    return events
        .transform(
            Uids.decode(number),
            WireTypes.ROW,
            new DecodeOperator(
                policy,
                new TraceSampling(config.cursor().traceRatio()),
                sources.progress(index),
                new Origin(
                    SourceIdentity.of(config.sources().get(index)).origin(),
                    restoration.provenance().text())))
        .uid(Uids.decode(number));
  }

  private void store(
      Namespace namespace,
      Map<Namespace, List<Integer>> namespaces,
      List<SingleOutputStreamOperator<Row>> decoded,
      Optional<DataStream<Broadcast>> control,
      StorageConfig storage) {
    DataStream<Row> rows = null;
    DataStream<Broadcast> broadcasts = null;
    for (int index : namespaces.get(namespace)) {
      SingleOutputStreamOperator<Row> source = decoded.get(index);
      DataStream<Broadcast> side = source.getSideOutput(DecodeOperator.BROADCASTS);
      rows = rows == null ? source : rows.union(source);
      broadcasts = broadcasts == null ? side : broadcasts.union(side);
    }
    if (!namespace.isHarvest()) {
      for (int index : namespaces.getOrDefault(Namespace.HARVEST, List.of())) {
        broadcasts = broadcasts.union(structure(namespace, numbers.get(index), decoded.get(index)));
      }
    }
    if (control.isPresent()) {
      broadcasts = broadcasts.union(control.get());
    }
    RowFormat format = storage.rows();
    StorageSettings settings = Settings.storage(config, format.extension(), namespace, claim);
    DataStream<StorageCommand> sealed =
        rows.keyBy(row -> row.dispatcher().key(), Types.STRING)
            .connect(broadcasts.broadcast())
            .transform(
                Uids.of(namespace, Uids.SPOOL),
                StorageCommandSerializer.TYPE,
                new SpoolOperator(
                    Settings.spool(config, storage, namespace, claim),
                    format,
                    () -> new BucketFiles(settings),
                    policy,
                    config.tables()))
            .uid(Uids.of(namespace, Uids.SPOOL));
    Cursors cursors = new Cursors(config, namespace, CursorKey.STORAGE, numbers);
    DataStream<FlushAck> gaps = cursors.gaps(namespaces.get(namespace), decoded);
    sealed
        .sinkTo(
            new StorageSink(
                settings,
                policy,
                plans ->
                    cursors.attach(
                        acks(plans, settings, namespace).union(gaps),
                        Uids.OfCursors.storage(namespace))))
        .name(Uids.of(namespace, Uids.STORAGE))
        .uid(Uids.of(namespace, Uids.STORAGE));
  }

  /** Beside a data stream, whose barriers and watermarks it passes on. */
  private DataStream<Broadcast> control(
      Namespace namespace, SingleOutputStreamOperator<Row> beside, ControlConfig control) {
    ControlSettings settings =
        new ControlSettings(
            control.refresh().toMillis(),
            control.maxStaleness().toMillis(),
            control.allowRollback());
    return beside
        .getSideOutput(DecodeOperator.BROADCASTS)
        .transform(
            Uids.of(namespace, Uids.CONTROL),
            WireTypes.BROADCAST,
            new ControlOperator(
                settings, store(control.source()), new ControlReader(config), policy))
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid(Uids.of(namespace, Uids.CONTROL));
  }

  private SettingsStore store(Location source) {
    if (source instanceof Location.Topic topic) {
      return new SettingsTopic(
          topic.connection().brokers(),
          topic.connection().properties().values(),
          topic.topic(),
          config.pipeline().name());
    }
    return new SettingsFile(PlaceText.of(((Location.Files) source).path()));
  }

  /** Old rows stand in the versions that the DDLs of HARVEST have made. */
  private static DataStream<Broadcast> structure(
      Namespace namespace, int number, SingleOutputStreamOperator<Row> harvest) {
    // its counts stay with its own spool, whose balance they are
    return harvest
        .getSideOutput(DecodeOperator.BROADCASTS)
        .filter(event -> event instanceof SchemaChange || event instanceof TableShape)
        .name(Uids.structure(namespace, number))
        .uid(Uids.structure(namespace, number));
  }

  private static DataStream<FlushAck> acks(
      DataStream<CommittableMessage<CommitPlan>> plans,
      StorageSettings settings,
      Namespace namespace) {
    return plans
        .flatMap(new StorageAcks(namespace, settings.indexDigits(), settings.extension()))
        .returns(FlushAckSerializer.TYPE)
        .name(Uids.ACKS)
        .uid(Uids.ACKS);
  }

  private void deadLetters(List<DataStream<DeadLetter>> letters) {
    DeadLetterLog.append(
        letters.stream().reduce((one, other) -> one.union(other)).orElseThrow(), config);
  }
}
