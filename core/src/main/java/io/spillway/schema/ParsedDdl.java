package io.spillway.schema;

import java.util.List;

/**
 * What a DDL message's text says.
 *
 * @param effects in the order of the statements, never empty
 * @param problem why the grammar refused the text; null if it was understood
 * @param leftOut parts of it that aren't understood and say nothing that the effects lack, or put
 *     them in doubt; null for none
 */
public record ParsedDdl(List<DdlEffect> effects, String problem, String leftOut) {
  public ParsedDdl {
    effects = List.copyOf(effects);
  }

  /** Understood as a whole, or not at all. */
  ParsedDdl(List<DdlEffect> effects, String problem) {
    this(effects, problem, null);
  }
}
