package io.spillway.decode;

import io.spillway.event.SourcePartition;
import java.util.HashSet;
import java.util.Set;

/**
 * Looks for schemas that were told before the decoder began: behind a restart, or a start in
 * mid-stream, rows come whose schema stands in messages that aren't read again.
 */
final class EarlierSchemas {
  private static final int MAX_MISSING = 65_536;

  private final TableSchemas schemas;
  private final LookBack lookBack;
  private final Problem ignored = new Problem();
  private final SimpleMessage earlier = new SimpleMessage(ignored);

  /** What wasn't found, so that not every row of it looks for it. */
  private final Set<Long> missing = new HashSet<>();

  EarlierSchemas(TableSchemas schemas, EarlierMessages messages) {
    this.schemas = schemas;
    this.lookBack = new LookBack(messages);
  }

  /** The schema of a version, or null where there is none further back either. */
  TableSchema find(SourcePartition partition, long offset, SimpleMessage of, long version) {
    long hash = TableSchema.hash(of.database, of.table, version) ^ Swar.mix(partition.hashCode());
    TableSchema found = null;
    while (found == null
        && !missing.contains(hash)
        && lookBack.further(partition, offset, this::read)) {
      found = schemas.find(of.database, of.table, version);
    }
    if (found == null) {
      if (missing.size() >= MAX_MISSING) {
        missing.clear();
      }
      missing.add(hash);
    }
    return found;
  }

  private void read(byte[] value) {
    ignored.reset(0);
    earlier.read(value, 0, value.length);
    if (!ignored.found()) {
      learn(SimpleField.PRE_TABLE_SCHEMA);
      learn(SimpleField.TABLE_SCHEMA);
    }
  }

  private void learn(SimpleField field) {
    if (earlier.has(field)) {
      schemas.learn(earlier.bytes, earlier.span(field));
    }
  }
}
