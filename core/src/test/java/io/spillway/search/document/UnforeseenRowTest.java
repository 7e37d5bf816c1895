package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.spillway.search.document.RefusedRowException.Kind;
import org.junit.jupiter.api.Test;

class UnforeseenRowTest {
  private static final byte[] BROKEN = {'!'};

  /** Reads as the real one does until it meets {@link #BROKEN}, and never again after that. */
  private final RowDocuments documents =
      new RowDocuments(
          DocumentConfig.DEFAULT,
          json -> {
            CanalRowReader reader = new CanalRowReader(json);
            boolean[] broken = new boolean[1];
            return message -> {
              broken[0] |= message == BROKEN;
              if (broken[0]) {
                throw new IllegalStateException("secret value");
              }
              return reader.read(message);
            };
          });

  @Test
  void aFaultOfTheReaderCostsOneRow() throws Exception {
    byte[] row = CanalJson.row("INSERT").key("id", "int", "7").bytes();
    assertThat(documents.of(row, 5)).hasSize(1);

    RefusedRowException refusal =
        catchThrowableOfType(RefusedRowException.class, () -> documents.of(BROKEN, 6));
    assertThat(refusal.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(refusal)
        .hasMessageContaining("IllegalStateException at ")
        .hasMessageContaining("UnforeseenRowTest.java:")
        .hasMessageNotContaining("secret");

    assertThat(documents.of(row, 7)).as("the next row").hasSize(1);
  }
}
