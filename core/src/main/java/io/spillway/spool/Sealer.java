package io.spillway.spool;

import io.spillway.encode.Compression;
import io.spillway.encode.RowFormat;
import io.spillway.event.TableId;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.SchemaFile;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Turns the oldest rows of a dispatcher into a file: which version, directory and number. */
final class Sealer {
  private static final long DAY_MS = 86_400_000;

  private final SpoolSettings settings;
  private final SpoolStore store;
  private final Bucket bucket;
  private final SealOutput out;
  private final SpoolListener listener;
  private final TableVersions versions;
  private final Deliveries deliveries;
  private final Compression compression;
  private final DeliveredRows delivered;

  /** Null where rows stand in files as they do here. */
  private final EncodedFiles encoded;

  private final long rewind;
  private long aheadMs;
  private long epoch;

  /**
   * @param rewind number of the last start from a state older than the bucket; 0 for none
   */
  Sealer(
      SpoolSettings settings,
      SpoolPorts ports,
      RowFormat format,
      TableVersions versions,
      Deliveries deliveries,
      long rewind) {
    this.settings = settings;
    this.store = ports.store();
    this.bucket = ports.bucket();
    this.out = ports.out();
    this.listener = ports.listener();
    this.versions = versions;
    this.deliveries = deliveries;
    this.compression = format.compression();
    this.encoded = EncodedFiles.of(format, ports, deliveries).orElse(null);
    this.delivered = new DeliveredRows(ports, format);
    this.rewind = rewind;
  }

  /** Files sealed from now on belong to the checkpoint after {@code checkpointId}. */
  void barrier(long checkpointId) {
    epoch = checkpointId + 1;
  }

  /** Seals all rows up to {@code bound}; returns the number of files. */
  int sealAll(Dispatcher dispatcher, long bound, FlushReason reason, long nowMs) throws Exception {
    int files = 0;
    while (!dispatcher.buffer().isEmpty() && dispatcher.buffer().oldestCommitTs() <= bound) {
      sealOne(dispatcher, bound, reason, nowMs);
      files++;
    }
    return files;
  }

  /** Dates follow the wall clock, whatever it does, and not the time of intervals. */
  void ahead(long ms) {
    aheadMs = ms;
  }

  private String date(long nowMs) {
    return settings.dateSeparator().format(nowMs - aheadMs, settings.zone());
  }

  /** Seals one file of the oldest rows, none newer than {@code bound}. */
  void sealOne(Dispatcher dispatcher, long bound, FlushReason reason, long nowMs) throws Exception {
    TableId table = dispatcher.id().table();
    long oldest = dispatcher.buffer().oldestCommitTs();
    // before the ledger knows of today: what it doesn't know is looked for
    DispatcherBuffer.Dropped dropped = delivered(dispatcher, oldest);
    String date = dispatcher.numbers().date(date(nowMs), date(nowMs + DAY_MS));
    Version version = version(dispatcher, oldest);
    DataDir dir = new DataDir(table, version.number(), date);
    long last = Math.min(bound, version.last());
    deliveries.apart(table, version.number(), last).ifPresent(listener::apart);
    if (dir.version() == TableVersions.BASE && dispatcher.numbers().announceBase()) {
      announceBase(table, last);
    }
    try (FileParts file =
            new FileParts(compression, out, () -> dispatcher.numbers().next(dir, epoch, bucket));
        EncodedParts records =
            encoded == null ? null : encoded.parts(table, version.number(), last, file)) {
      delivered.written(records);
      Taken taken =
          dispatcher
              .buffer()
              .take(last, dispatcher.fullBytes(), store, records == null ? file : records, dropped);
      if (records != null) {
        encoded.complete(records);
      }
      if (taken.dropped() > 0) {
        listener.alreadyDelivered(taken.dropped());
        out.emit(new StorageCommand.AlreadyDelivered(taken.dropped(), taken.newestDropped()));
      }
      if (!taken.isEmpty()) {
        complete(dispatcher, file, reason, taken.sealed());
      }
    }
  }

  private void complete(
      Dispatcher dispatcher, FileParts file, FlushReason reason, SealedRows content)
      throws IOException {
    DataFile path = file.complete();
    dispatcher.wrote(content.bytes(), file.written());
    SealedRows rows = content.in(file.written());
    SealedFile sealed = new SealedFile(path, dispatcher.id().key(), reason, rows);
    out.emit(new StorageCommand.Seal(sealed));
    listener.sealed(sealed);
  }

  /** Rows that a run before this state has delivered; null for none. */
  private DispatcherBuffer.Dropped delivered(Dispatcher dispatcher, long oldest) throws Exception {
    if (dispatcher.delivered().rewind() < rewind) {
      String series = settings.series(dispatcher.id().partition());
      dispatcher.delivered(delivered.look(dispatcher, series, rewind, epoch));
    }
    return oldest > dispatcher.delivered().untilCommitTs()
        ? null
        : (commitTs, bytes, start, end) -> delivered.take(dispatcher, commitTs, bytes, start, end);
  }

  /** A version, and the newest row that can belong to it. */
  private record Version(long number, long last) {}

  /** By the DDLs seen; for rows older than those, by what the bucket has. */
  private Version version(Dispatcher dispatcher, long commitTs) throws IOException {
    TableId table = dispatcher.id().table();
    long last = versions.last(table, commitTs);
    long known = versions.at(table, commitTs);
    if (known != TableVersions.BASE) {
      return new Version(known, last);
    }
    Collection<Long> inBucket =
        versions.forgotten(table, commitTs)
            ? bucket.schemaVersions(table)
            : dispatcher.numbers().bucketVersions(bucket, table);
    long newest = TableVersions.BASE;
    for (long version : inBucket) {
      if (version < commitTs) {
        newest = Math.max(newest, version);
      } else {
        // late rows may lie on both sides of a DDL that nobody else needs any more
        last = Math.min(last, version);
      }
    }
    return new Version(newest, last);
  }

  /** The schema that was in force before the first DDL. */
  private void announceBase(TableId table, long until) {
    SchemaFile schema =
        new SchemaFile(
            deliveries.structure(table, TableVersions.BASE, until), TableVersions.BASE, "", 0);
    if (schema.structure().columns().isEmpty()) {
      listener.warning("columns of " + table + " are not known: its first schema file has none");
    }
    out.emit(new StorageCommand.WriteSchema(schema, List.of(table)));
  }
}
