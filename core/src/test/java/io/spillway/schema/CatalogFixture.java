package io.spillway.schema;

import java.util.List;

/** A catalogue, and what statements make of it in the short forms of {@link Shown}. */
abstract class CatalogFixture {
  final Catalog catalog = new Catalog();

  final DdlOutcome apply(long ts, String named, String sql) {
    return catalog.apply(Shown.ddl(ts, named, sql));
  }

  static List<String> files(DdlOutcome outcome) {
    return outcome.files().stream().map(Shown::file).toList();
  }

  final String structure(String table, long version) {
    return Shown.structure(catalog.structure(Shown.id(table), version));
  }
}
