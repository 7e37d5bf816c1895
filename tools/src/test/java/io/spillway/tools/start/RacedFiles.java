package io.spillway.tools.start;

import io.spillway.testing.SchemeFactory;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * The local file system under the scheme {@code raced}: somebody else deletes in each folder, so
 * that the first deletion of one comes to a file that is gone, and gives up as the local one does.
 */
public final class RacedFiles extends LocalFileSystem {
  private final Set<String> met = new HashSet<>();

  /** Found by Flink through the service file. */
  public static final class Factory extends SchemeFactory {
    public Factory() {
      super("raced", RacedFiles::new);
    }
  }

  @Override
  public URI getUri() {
    return URI.create("raced:///");
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    if (!met.add(path.getPath())) {
      return super.delete(path, recursive);
    }
    FileStatus[] children = listStatus(path);
    return children.length > 0 && !super.delete(children[0].getPath(), true);
  }
}
