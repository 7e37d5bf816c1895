package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.schema.CatalogState;
import java.util.List;
import java.util.Map;

/**
 * What the spool knows of DDLs: the same in every subtask when a barrier passes.
 *
 * @param waiting DDLs that the watermark hasn't reached
 * @param seen marks of those that have come
 * @param versions versions made by DDLs, per table
 * @param catalog structures
 */
record DrainState(
    List<SchemaChange> waiting,
    List<PendingDdls.Mark> seen,
    Map<TableId, TableVersions.State> versions,
    CatalogState catalog) {}
