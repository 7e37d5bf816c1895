package io.spillway.decode;

import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.Optional;

/**
 * Which tables can't be delivered because of their name alone. A message of such a table is refused
 * where it comes in, with its bytes, and not where it would be written.
 */
public interface TableRule extends Serializable {
  /** Every table can be delivered. */
  TableRule ANY = table -> Optional.empty();

  /** Why this table (or database) can't be delivered; empty where it can. */
  Optional<String> refusal(TableId table);
}
