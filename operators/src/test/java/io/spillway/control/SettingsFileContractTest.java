package io.spillway.control;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a file. */
class SettingsFileContractTest extends SettingsBackendContract {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("control.yaml");
  }

  @Override
  SettingsStore store() {
    return new SettingsFile(file().toUri().toString());
  }

  @Override
  void put(String text, long nowMs) throws Exception {
    Path written = Files.writeString(folder.resolve("next.yaml"), text);
    Files.setLastModifiedTime(written, FileTime.fromMillis(nowMs));
    Files.move(written, file(), StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  void remove(long nowMs) throws Exception {
    Files.delete(file());
  }

  /** What can't be opened. */
  @Override
  void away() throws Exception {
    Files.delete(file());
    Files.createDirectory(file());
  }

  @Override
  void back() throws Exception {
    Files.delete(file());
  }

  @Override
  String place() {
    return "control.yaml";
  }
}
