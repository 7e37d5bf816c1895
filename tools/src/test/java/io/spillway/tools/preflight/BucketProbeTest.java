package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.PipelineLoader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.plugin.PluginManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store whose client writes in two ways, as Flink's file systems for S3 do. */
class BucketProbeTest {
  /** One of an object store: others take a rename. */
  private static final String SCHEME = "gs";

  @TempDir private Path folder;
  private final AccessHelper helper = new AccessHelper();
  private BucketProbe probe;

  @BeforeEach
  void openStore() throws Exception {
    FileSystem.initialize(new Configuration(), new OnePlugin(new Store(helper)));
    String file =
        """
        pipeline: {name: shop}
        sources: [{type: files, path: in}]
        storage: {path: 's3://lake/any'}
        """;
    probe =
        new BucketProbe(
            PipelineLoader.load(
                Files.writeString(folder.resolve("pipeline.yaml"), file), Map.of()));
  }

  /** For the other tests of this process. */
  @AfterEach
  void forgetPlugins() {
    FileSystem.initialize(new Configuration(), null);
  }

  private List<Finding> look() throws IOException {
    URI place = URI.create(SCHEME + "://" + Files.createDirectories(folder.resolve("out")));
    return probe.writable("storage.path", place);
  }

  @Test
  void theSmallObjectIsReplacedAsACommitDoesIt() throws Exception {
    assertThat(look()).isEmpty();
    assertThat(helper.contents).containsExactly("two\n");
    assertThat(folder.resolve("out")).isEmptyDirectory();
  }

  @Test
  void whatOnlyACommitWouldMeetIsFoundBefore() throws Exception {
    helper.failure =
        new IOException(
            "Failed to async upload object",
            new IllegalArgumentException("Content hash must be present in the header!"));
    assertThat(look())
        .extracting(Finding::message)
        .singleElement()
        .asString()
        .contains("Set s3.async.enabled: false");
    assertThat(folder.resolve("out")).isEmptyDirectory();
  }

  /** The part of Flink's S3 plugins that their recoverable writers use. */
  public static final class AccessHelper {
    private final List<String> contents = new ArrayList<>();
    private IOException failure;

    /** Called by name only. */
    @SuppressWarnings("unused")
    public Object putObject(String key, File content) throws IOException {
      if (failure != null) {
        throw failure;
      }
      contents.add(Files.readString(content.toPath()));
      return Files.copy(
          content.toPath(), Path.of("/" + key), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static final class Store extends LocalFileSystem {
    @SuppressWarnings("unused")
    private final AccessHelper helper;

    Store(AccessHelper helper) {
      this.helper = helper;
    }

    @Override
    public URI getUri() {
      return URI.create(SCHEME + ":///");
    }
  }

  private record OnePlugin(FileSystem store) implements PluginManager, FileSystemFactory {
    @Override
    public <P> Iterator<P> load(Class<P> service) {
      return service == FileSystemFactory.class
          ? List.of(service.cast(this)).iterator()
          : List.<P>of().iterator();
    }

    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return store;
    }
  }
}
