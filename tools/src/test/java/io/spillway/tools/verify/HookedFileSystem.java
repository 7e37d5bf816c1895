package io.spillway.tools.verify;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Local files, with something happening before each call: somebody else writes, a call fails. */
final class HookedFileSystem extends FileSystem {
  private final FileSystem local = LocalFileSystem.getSharedInstance();
  private final Hook hook;

  interface Hook {
    void before(String call, Path path) throws IOException;
  }

  HookedFileSystem(Hook hook) {
    this.hook = hook;
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    hook.before("list", path);
    return local.listStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    hook.before("open", path);
    return local.open(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return open(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return local.getFileStatus(path);
  }

  @Override
  public Path getWorkingDirectory() {
    return local.getWorkingDirectory();
  }

  @Override
  public Path getHomeDirectory() {
    return local.getHomeDirectory();
  }

  @Override
  public URI getUri() {
    return local.getUri();
  }

  @Override
  public boolean isDistributedFS() {
    return false;
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    throw new UnsupportedOperationException("a reader deletes nothing");
  }

  @Override
  public boolean mkdirs(Path path) {
    throw new UnsupportedOperationException("a reader makes nothing");
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) {
    throw new UnsupportedOperationException("a reader writes nothing");
  }

  @Override
  public boolean rename(Path from, Path to) {
    throw new UnsupportedOperationException("a reader renames nothing");
  }
}
