package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DotIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QualifiedIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.spillway.event.TableId;

/** Turns a statement's names into identities. */
final class Names {
  private final TableId named;
  private String schema;

  /**
   * @param named what the message names: the spelling that the source's catalogue has, and the
   *     schema of names that have none
   */
  Names(TableId named) {
    this.named = named;
    this.schema = named.schema();
  }

  /** From here on, names without a schema are of this one. */
  void use(IdentifierContext identifier) {
    schema = schema(identifier).schema();
  }

  TableId schema(IdentifierContext identifier) {
    String text = text(identifier);
    return new TableId(text.equalsIgnoreCase(named.schema()) ? named.schema() : text, "");
  }

  /** A table in the message's own spelling if it is the one that the message names. */
  TableId table(TableRefContext ref) {
    return catalogued(asWritten(ref));
  }

  TableId table(TableNameContext name) {
    return catalogued(asWritten(name));
  }

  /** A table of which only the letter case may change: the statement's spelling is the point. */
  TableId renamed(TableRefContext from, TableId to) {
    TableId written = asWritten(from);
    return sameIgnoringCase(written, to) ? written : catalogued(written);
  }

  TableId asWritten(TableRefContext ref) {
    return ref.dotIdentifier() != null
        ? new TableId(schema, text(ref.dotIdentifier().identifier()))
        : asWritten(ref.qualifiedIdentifier());
  }

  TableId asWritten(TableNameContext name) {
    return name.dotIdentifier() != null
        ? new TableId(schema, text(name.dotIdentifier().identifier()))
        : asWritten(name.qualifiedIdentifier());
  }

  TableId view(QualifiedIdentifierContext qualified, DotIdentifierContext dot) {
    return catalogued(
        qualified != null ? asWritten(qualified) : new TableId(schema, text(dot.identifier())));
  }

  private TableId asWritten(QualifiedIdentifierContext name) {
    return name.dotIdentifier() == null
        ? new TableId(schema, text(name.identifier()))
        : new TableId(schema(name.identifier()).schema(), text(name.dotIdentifier().identifier()));
  }

  private TableId catalogued(TableId written) {
    return sameIgnoringCase(written, named) ? named : written;
  }

  private static boolean sameIgnoringCase(TableId a, TableId b) {
    return a.schema().equalsIgnoreCase(b.schema()) && a.table().equalsIgnoreCase(b.table());
  }

  /** The name without its quotes. */
  static String text(IdentifierContext identifier) {
    String text = identifier.getText();
    char quote = text.charAt(0);
    if (text.length() < 2 || (quote != '`' && quote != '"')) {
      return text;
    }
    String one = String.valueOf(quote);
    return text.substring(1, text.length() - 1).replace(one + one, one);
  }
}
