package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CharsetWithOptBinaryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CollateContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DataTypeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldDefinitionContext;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * Whether texts are in the character set "binary". Such a column is a binary one by another name:
 * databases show it as VARBINARY or BLOB, and rows hold its bytes.
 */
final class TextCharset {
  private TextCharset() {}

  /**
   * A column's type, with what the column and its table say of characters.
   *
   * @param ofTable whether columns that say nothing are binary
   */
  static ColumnType of(FieldDefinitionContext definition, boolean ofTable) {
    ColumnType type = ColumnType.of(definition.dataType());
    Optional<CollateContext> collation =
        Stream.concat(
                Stream.of(definition).map(FieldDefinitionContext::collate),
                definition.columnAttribute().stream().map(attribute -> attribute.collate()))
            .filter(Objects::nonNull)
            .findFirst();
    boolean binary =
        collation
            .map(named -> isBinary(named.collationName()))
            .orElse(ofTable && !hasOwn(definition.dataType()));
    return binary ? type.binary() : type;
  }

  private static boolean hasOwn(DataTypeContext type) {
    CharsetWithOptBinaryContext charset = type.charsetWithOptBinary();
    boolean named =
        charset != null
            && (charset.charsetName() != null
                || charset.ascii() != null
                || charset.unicode() != null);
    // NCHAR, NVARCHAR and NATIONAL are in UTF-8, whatever the table is in
    return named || type.getStart().getText().toUpperCase(Locale.ROOT).startsWith("N");
  }

  /** What a table's options say of columns that say nothing; empty where they don't. */
  static Optional<Boolean> of(Collection<CreateTableOptionContext> options) {
    Optional<Boolean> found = Optional.empty();
    for (CreateTableOptionContext option : options) {
      if (option.defaultCharset() != null) {
        found = Optional.of(isBinary(option.defaultCharset().charsetName()));
      } else if (option.defaultCollation() != null) {
        found = Optional.of(isBinary(option.defaultCollation().collationName()));
      }
    }
    return found;
  }

  /** The same of CONVERT TO CHARACTER SET. */
  static boolean isBinary(AlterListItemContext conversion) {
    return isBinary(conversion.charsetName());
  }

  /**
   * @param name of a character set or a collation; null for that of the database
   */
  static boolean isBinary(ParserRuleContext name) {
    return name != null && name.getText().replaceAll("[\"'`]", "").equalsIgnoreCase("binary");
  }
}
