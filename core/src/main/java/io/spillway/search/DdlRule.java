package io.spillway.search;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableFilter;
import io.spillway.schema.DdlAction;
import io.spillway.schema.DdlEffect.AlterTable;
import io.spillway.schema.DdlParser;
import io.spillway.schema.ParsedDdl;
import io.spillway.search.OnDdl.Documents;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.TableIndex;
import io.spillway.tables.TableRules;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a statement means for documents. */
public final class DdlRule implements Serializable {
  private static final long serialVersionUID = 1;
  private static final DdlParser PARSER = new DdlParser();

  /** After these rows are gone or elsewhere. */
  private static final Set<Integer> ROWS_LEAVE =
      Set.of(
          DdlAction.TRUNCATE_TABLE,
          DdlAction.DROP_TABLE,
          DdlAction.DROP_SCHEMA,
          DdlAction.RENAME_TABLE,
          DdlAction.DROP_PARTITION,
          DdlAction.TRUNCATE_PARTITION);

  /** What the message says that a statement is which the grammar doesn't understand. */
  private static final Map<String, Integer> CANAL_TYPES =
      Map.of(
          "TRUNCATE", DdlAction.TRUNCATE_TABLE,
          "ERASE", DdlAction.DROP_TABLE,
          "RENAME", DdlAction.RENAME_TABLE);

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

  /** What a statement does, by the numbers of {@link DdlAction}; nothing for one left out. */
  private List<Integer> actions(SchemaChange ddl) {
    ParsedDdl parsed = PARSER.parse(ddl.query(), ddl.table());
    List<Integer> actions =
        parsed.problem() == null
            ? parsed.effects().stream().map(DdlRule::action).toList()
            : List.of(CANAL_TYPES.getOrDefault(ddl.type(), DdlAction.NONE));
    TableRules.Rule rule = rules.of(ddl.table());
    return actions.stream().anyMatch(rule::ignoresStatement) ? List.of() : actions;
  }

  /** A table may get another name together with other changes. */
  private static int action(io.spillway.schema.DdlEffect effect) {
    return effect instanceof AlterTable alter && !alter.table().equals(alter.renamedTo())
        ? DdlAction.RENAME_TABLE
        : effect.action();
  }

  /** Whether it takes all rows of its table away, and their documents are to go, too. */
  private boolean deletes(SchemaChange ddl) {
    List<Integer> actions = actions(ddl);
    // of one table: with several, it isn't said whose commit timestamp it is
    boolean drops = Collections.frequency(actions, DdlAction.DROP_TABLE) == 1;
    return (drops && wanted.drop() == Documents.DELETE)
        || (actions.contains(DdlAction.TRUNCATE_TABLE) && wanted.truncate() == Documents.DELETE);
  }

  /** What is to be done; empty for nothing. */
  Optional<DdlEffect> effect(SchemaChange ddl) {
    if (ddl.table().isSchema()
        || !concerns(ddl)
        || rules.mayShareItsName(ddl.table())
        || documents.versioning() == Versioning.NONE
        || !deletes(ddl)) {
      return Optional.empty();
    }
    return rules
        .name(ddl.table())
        .flatMap(
            name ->
                TableIndex.of(documents, name)
                    .map(index -> new DdlEffect(name, index, ddl.commitTs(), ddl.query())));
  }

  /** Whether documents may be left of rows that are gone or elsewhere. */
  boolean leavesDocuments(SchemaChange ddl) {
    return concerns(ddl) && actions(ddl).stream().anyMatch(ROWS_LEAVE::contains);
  }

  private boolean concerns(SchemaChange ddl) {
    return ddl.table().isSchema()
        || rules
            .name(ddl.table())
            .filter(name -> tables == null || tables.chooses(name))
            .isPresent();
  }
}
