package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnAttributeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldDefinitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.KeyPartOrExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableConstraintDefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementListContext;
import java.util.ArrayList;
import java.util.List;

/** Reads definitions of columns and keys. */
final class DefinitionReader {
  private DefinitionReader() {}

  /**
   * @param binary whether texts that say nothing of their characters are binary, as in {@link
   *     #column}
   */
  static List<ColumnDefinition> columns(TableElementListContext elements, boolean binary) {
    List<ColumnDefinition> columns = new ArrayList<>();
    for (TableElementContext element : elements.tableElement()) {
      if (element.columnDefinition() != null) {
        String name = Names.text(element.columnDefinition().columnName().identifier());
        columns.add(column(name, element.columnDefinition().fieldDefinition(), binary));
      }
    }
    return columns;
  }

  /** The columns of a PRIMARY KEY constraint; empty if it is another kind. */
  static List<String> primaryKey(TableConstraintDefContext constraint) {
    if (constraint.PRIMARY_SYMBOL() == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (KeyPartOrExpressionContext part :
        constraint.keyListWithExpression().keyPartOrExpression()) {
      if (part.keyPart() != null) {
        names.add(Names.text(part.keyPart().identifier()));
      }
    }
    return names;
  }

  static ColumnDefinition column(String name, FieldDefinitionContext definition, boolean binary) {
    ColumnType type = TextCharset.of(definition, binary);
    Column column =
        new Column(
            name,
            type.text(),
            null,
            DisplayLength.precision(type),
            DisplayLength.scale(type),
            !type.serial(),
            false,
            type.elements());
    for (ColumnAttributeContext attribute : definition.columnAttribute()) {
      column = with(column, attribute);
    }
    boolean virtual = definition.AS_SYMBOL() != null && definition.STORED_SYMBOL() == null;
    return new ColumnDefinition(column, virtual);
  }

  private static Column with(Column column, ColumnAttributeContext attribute) {
    if (attribute.nullLiteral() != null) {
      boolean nullable = attribute.NOT_SYMBOL() == null;
      return column.primaryKey() ? column : nullability(column, nullable);
    }
    if (attribute.SERIAL_SYMBOL() != null || attribute.AUTO_INCREMENT_SYMBOL() != null) {
      return nullability(column, false);
    }
    if (attribute.DEFAULT_SYMBOL() != null) {
      return column.withDefault(
          attribute.exprWithParentheses() != null
              ? Literals.json(attribute.exprWithParentheses())
              : Literals.defaultJson(attribute.nowOrSignedLiteral()));
    }
    // A lone KEY in a column's definition means PRIMARY KEY.
    boolean key = attribute.KEY_SYMBOL() != null && attribute.UNIQUE_SYMBOL() == null;
    return key ? column.inPrimaryKey() : column;
  }

  private static Column nullability(Column column, boolean nullable) {
    return new Column(
        column.name(),
        column.type(),
        column.defaultJson(),
        column.precision(),
        column.scale(),
        nullable,
        column.primaryKey(),
        column.elements());
  }
}
