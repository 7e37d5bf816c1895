package io.spillway.engines.s3;

import com.adobe.testing.s3mock.S3MockApplication;
import io.spillway.engines.launcher.NodeCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * An S3 endpoint as a process. It takes any credentials. Arguments: home folder, HTTP port (0 for
 * any), names of buckets with commas between. It prints {@code STARTED port} when it answers and
 * ends with {@code stop} on its input, or with the end of it; what it holds stays in the folder.
 */
public final class EndpointProcess {
  private static final String KEEP = "com.adobe.testing.s3mock.store.retainFilesOnExit";

  private EndpointProcess() {}

  public static void main(String[] args) throws IOException {
    Path home = Files.createDirectories(Path.of(args[0]).toAbsolutePath());
    Map<String, Object> properties = new HashMap<>();
    properties.put(S3MockApplication.PROP_HTTP_PORT, args[1]);
    properties.put(S3MockApplication.PROP_HTTPS_PORT, S3MockApplication.RANDOM_PORT);
    properties.put(S3MockApplication.PROP_ROOT_DIRECTORY, home.toString());
    properties.put(S3MockApplication.PROP_INITIAL_BUCKETS, args[2]);
    properties.put(S3MockApplication.PROP_SILENT, true);
    properties.put(KEEP, true);
    S3MockApplication endpoint = S3MockApplication.start(properties);
    NodeCommands.started(endpoint.getHttpPort());
    NodeCommands.awaitStop();
    System.exit(0);
  }
}
