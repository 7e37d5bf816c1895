package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.SourcePartition;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFolderTest {
  @TempDir Path folder;

  @Test
  void aNameSaysSourceAndPartition() {
    assertThat(InputFolder.partition("orders-3.json")).contains(new SourcePartition("orders", 3));
    assertThat(InputFolder.partition("a-b-12.canal")).contains(new SourcePartition("a-b", 12));
    assertThat(InputFolder.partition("orders.json")).isEmpty();
    assertThat(InputFolder.partition("orders-x.json")).isEmpty();
    assertThat(InputFolder.partition("orders-3")).isEmpty();
    assertThat(InputFolder.partition("orders-1234567890.json")).isEmpty();
    assertThat(InputFolder.partition(".orders-3.json")).isEmpty();
    assertThat(InputFolder.partition("_orders-3.json")).isEmpty();
  }

  @Test
  void filesComeInOrderOfSourceAndNumber() throws IOException {
    for (String name : new String[] {"b-0.json", "a-10.json", "a-2.json", "notes.txt"}) {
      Files.writeString(folder.resolve(name), "");
    }
    Files.createDirectory(folder.resolve("a-3.json"));
    assertThat(InputFolder.list(folder.toString()))
        .extracting(split -> split.partition().label())
        .containsExactly("a-2", "a-10", "b-0");
    assertThat(InputFolder.list(folder.toString())).allMatch(split -> split.offset() == 0);
  }

  @Test
  void nothingToReadIsAnErrorThatNamesTheFolder() {
    assertThatThrownBy(() -> InputFolder.list(folder.toString()))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(folder.toString());
    assertThatThrownBy(() -> InputFolder.list(folder + "/missing"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("doesn't exist");
  }
}
