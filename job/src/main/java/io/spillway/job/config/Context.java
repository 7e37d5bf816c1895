package io.spillway.job.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * What the reading of one file shares.
 *
 * @param folder absolute folder of the file; bare paths are resolved against it
 * @param environment where {@code ${NAME}} is looked up
 */
record Context(Path folder, Map<String, String> environment, Faults faults) {}
