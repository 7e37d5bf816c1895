package io.spillway.job.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the reading of one file shares.
 *
 * @param folder absolute folder of the file; bare paths are resolved against it
 * @param environment where {@code ${NAME}} is looked up
 * @param readsFiles whether {@code ${file:PATH}} is; never for settings that come in over a topic
 * @param asked told the path of every key that a reader knows, whether the file has it or not
 */
record Context(
    Path folder,
    Map<String, String> environment,
    boolean readsFiles,
    Faults faults,
    Consumer<String> asked) {

  /** Of a file that has no secrets: its {@code ${file:PATH}} are refused. */
  Context(Path folder, Map<String, String> environment, Faults faults, Consumer<String> asked) {
    this(folder, environment, false, faults, asked);
  }
}
