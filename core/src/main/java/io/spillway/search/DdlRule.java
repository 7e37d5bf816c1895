package io.spillway.search;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableFilter;
import io.spillway.search.OnDdl.Documents;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.TableIndex;
import io.spillway.tables.EventKind;
import io.spillway.tables.TableRules;
import java.io.Serializable;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a statement means for documents. */
public final class DdlRule implements Serializable {
  private static final long serialVersionUID = 1;
  private static final String BEGIN = "(?is)\\s*(/\\*.*?\\*/\\s*)*";

  /** After these rows are gone or elsewhere. A hint is enough where it is only reported. */
  private static final Pattern LEAVES_DOCUMENTS =
      Pattern.compile(
          BEGIN
              + "(truncate\\b|drop\\s+(table|database|schema)\\b"
              + "|rename\\s+table\\b"
              + "|alter\\s+table\\b.*\\b(rename\\s+(?!column\\b|index\\b|key\\b)"
              + "|(drop|truncate)\\s+partition\\b)).*");

  private static final Pattern TRUNCATE = Pattern.compile(BEGIN + "truncate\\b.*");

  /** Of one table: with several, it isn't said whose commit timestamp it is. */
  private static final Pattern DROP = Pattern.compile(BEGIN + "drop\\s+table\\b[^,]*");

  private static final Pattern DROP_TABLES = Pattern.compile(BEGIN + "drop\\s+table\\b.*");

  private final DocumentConfig documents;
  private final OnDdl wanted;
  private final TableFilter tables;
  private final TableRules rules;

  /** Of tables that have the names that the source gives them. */
  public DdlRule(DocumentConfig documents, OnDdl wanted, TableFilter tables) {
    this(documents, wanted, tables, TableRules.NONE);
  }

  /**
   * @param tables those that have documents, by the names by which they are delivered; null for all
   * @param rules which tables are delivered, and by which names
   */
  public DdlRule(DocumentConfig documents, OnDdl wanted, TableFilter tables, TableRules rules) {
    this.rules = rules;
    this.documents = documents;
    this.wanted = wanted;
    this.tables = tables;
  }

  private static final Pattern OF_PARTITION =
      Pattern.compile(BEGIN + "alter\\s+table\\b.*\\b(drop|truncate)\\s+partition\\b.*");

  /** Whether a rule of section tables leaves the statement out. */
  private boolean isIgnored(SchemaChange ddl) {
    String query = ddl.query();
    Set<EventKind> ignored = rules.of(ddl.table()).ignored();
    if (TRUNCATE.matcher(query).matches()) {
      return ignored.contains(EventKind.TRUNCATE_TABLE);
    }
    if (DROP_TABLES.matcher(query).matches()) {
      return ignored.contains(EventKind.DROP_TABLE);
    }
    Matcher partition = OF_PARTITION.matcher(query);
    return partition.matches()
        && ignored.contains(
            partition.group(2).equalsIgnoreCase("drop")
                ? EventKind.DROP_TABLE_PARTITION
                : EventKind.TRUNCATE_TABLE_PARTITION);
  }

  /** What is to be done; empty for nothing. */
  Optional<DdlEffect> effect(SchemaChange ddl) {
    String query = ddl.query();
    boolean deletes =
        (wanted.truncate() == Documents.DELETE && TRUNCATE.matcher(query).matches())
            || (wanted.drop() == Documents.DELETE && DROP.matcher(query).matches());
    if (!deletes
        || isIgnored(ddl)
        || ddl.table().isSchema()
        || !concerns(ddl)
        || rules.mayShareItsName(ddl.table())
        || documents.versioning() == Versioning.NONE) {
      return Optional.empty();
    }
    return rules
        .name(ddl.table())
        .flatMap(
            name ->
                TableIndex.of(documents, name)
                    .map(index -> new DdlEffect(name, index, ddl.commitTs(), query)));
  }

  /** Whether documents may be left of rows that are gone or elsewhere. */
  boolean leavesDocuments(SchemaChange ddl) {
    return concerns(ddl) && !isIgnored(ddl) && LEAVES_DOCUMENTS.matcher(ddl.query()).matches();
  }

  private boolean concerns(SchemaChange ddl) {
    return ddl.table().isSchema()
        || rules
            .name(ddl.table())
            .filter(name -> tables == null || tables.chooses(name))
            .isPresent();
  }
}
