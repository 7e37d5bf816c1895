package io.spillway.tools.run;

/** Documents that the search sink could not deliver by the end of the input. */
public final class UndeliveredException extends Exception {
  private static final long serialVersionUID = 1L;

  private UndeliveredException(String message) {
    super(message);
  }

  static UndeliveredException givenUp(long documents) {
    return new UndeliveredException(
        documents
            + " documents are in the dead letters because their index refused them; the log names"
            + " the indices. Mend them and put the letters back with `spillway dead-letters"
            + " replay`");
  }

  static UndeliveredException unaccounted(long documents) {
    return new UndeliveredException(
        documents
            + " documents that came to the search sink are neither stored nor dead. Keep the input"
            + " and the checkpoints");
  }
}
