package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.event.RowBatch;
import io.spillway.layout.FileNumbers;
import java.util.Optional;

/** The spool's place in managed state: what is here survives. Keyed by dispatcher. */
interface SpoolStore {
  void put(DispatcherId dispatcher, long sequence, RowBatch batch) throws Exception;

  RowBatch get(DispatcherId dispatcher, long sequence) throws Exception;

  void remove(DispatcherId dispatcher, long sequence) throws Exception;

  Optional<FileNumbers.Ledger> ledger(DispatcherId dispatcher) throws Exception;

  void putLedger(DispatcherId dispatcher, FileNumbers.Ledger ledger) throws Exception;

  Optional<Passes.State> passes(DispatcherId dispatcher) throws Exception;

  void putPasses(DispatcherId dispatcher, Passes.State passes) throws Exception;

  /** What the dispatcher has left of its newest changes; empty for none. */
  RecentChanges recent(DispatcherId dispatcher) throws Exception;

  /** Adds a chunk to the newest changes, see {@link RecentChanges#takeUnsaved}. */
  void putRecent(DispatcherId dispatcher, long chunk, long[] changes) throws Exception;

  void removeRecent(DispatcherId dispatcher, long chunk) throws Exception;
}
