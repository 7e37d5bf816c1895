package io.spillway.job.testing;

import java.io.IOException;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;

/** Another stream, with every call handed on: what differs is overridden. */
class ForwardingStream extends RecoverableFsDataOutputStream {
  private final RecoverableFsDataOutputStream stream;

  ForwardingStream(RecoverableFsDataOutputStream stream) {
    this.stream = stream;
  }

  @Override
  public RecoverableWriter.ResumeRecoverable persist() throws IOException {
    return stream.persist();
  }

  @Override
  public Committer closeForCommit() throws IOException {
    return stream.closeForCommit();
  }

  @Override
  public long getPos() throws IOException {
    return stream.getPos();
  }

  @Override
  public void write(int b) throws IOException {
    stream.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stream.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    stream.flush();
  }

  @Override
  public void sync() throws IOException {
    stream.sync();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
