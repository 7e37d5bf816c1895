package io.spillway.schema;

import java.util.List;

/**
 * What a DDL message's text says.
 *
 * @param effects in the order of the statements, never empty
 * @param problem why the grammar refused the text; null if it was understood
 */
public record ParsedDdl(List<DdlEffect> effects, String problem) {
  public ParsedDdl {
    effects = List.copyOf(effects);
  }
}
