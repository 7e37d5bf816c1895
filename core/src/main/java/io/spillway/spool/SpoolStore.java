package io.spillway.spool;

import io.spillway.encode.RowIdentity.Digest;
import io.spillway.event.DispatcherId;
import io.spillway.event.RowBatch;
import io.spillway.layout.DataDir;
import io.spillway.layout.FileNumbers;
import java.util.Optional;

/** The spool's place in managed state: what is here survives. Keyed by dispatcher. */
interface SpoolStore {
  void put(DispatcherId dispatcher, long sequence, RowBatch batch) throws Exception;

  RowBatch get(DispatcherId dispatcher, long sequence) throws Exception;

  void remove(DispatcherId dispatcher, long sequence) throws Exception;

  Optional<FileNumbers.Ledger> ledger(DispatcherId dispatcher) throws Exception;

  void putLedger(DispatcherId dispatcher, FileNumbers.Ledger ledger) throws Exception;

  /** Keeps the last number of a directory that the ledger forgets. */
  void putForgotten(DispatcherId dispatcher, FileNumbers.Directory directory) throws Exception;

  /** The last number of a directory that the ledger has forgotten; 0 for none. */
  long forgotten(DispatcherId dispatcher, DataDir dir) throws Exception;

  /** See {@link DeliveredRows}; {@link DeliveredRows.Mark#NONE} where nothing has been put. */
  DeliveredRows.Mark delivered(DispatcherId dispatcher) throws Exception;

  void putDelivered(DispatcherId dispatcher, DeliveredRows.Mark mark) throws Exception;

  /** Notes that a row stands in the bucket, once more than has been noted. */
  void addDelivered(DispatcherId dispatcher, Digest row) throws Exception;

  /** Whether a row has been noted as standing in the bucket; it then is once less. */
  boolean takeDelivered(DispatcherId dispatcher, Digest row) throws Exception;

  Optional<Passes.State> passes(DispatcherId dispatcher) throws Exception;

  void putPasses(DispatcherId dispatcher, Passes.State passes) throws Exception;

  /** What the dispatcher has left of its newest changes; empty for none. */
  RecentChanges recent(DispatcherId dispatcher) throws Exception;

  /** Adds a chunk to the newest changes, see {@link RecentChanges#takeUnsaved}. */
  void putRecent(DispatcherId dispatcher, long chunk, long[] changes) throws Exception;

  void removeRecent(DispatcherId dispatcher, long chunk) throws Exception;
}
