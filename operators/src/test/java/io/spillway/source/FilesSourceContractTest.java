package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.connector.source.SourceReader;
import org.junit.jupiter.api.io.TempDir;

class FilesSourceContractTest extends SourceContract<FileSplit> {
  @TempDir Path temp;
  private int folders;

  @Override
  SourceReader<Event, ResolvedSplit<FileSplit>> reader() {
    StreamClocks clocks = new StreamClocks();
    return new ResolvingReader<>(
        new FilesReader(decoder(clocks), new EarlierLines(1 << 20), 1 << 20),
        FileSplit::partition,
        Retention.forever(),
        clocks,
        Waits.of(Waits.NEVER),
        failures());
  }

  @Override
  List<FileSplit> splits(List<List<byte[]>> partitions) throws Exception {
    Path folder = Files.createDirectories(temp.resolve("in-" + folders++));
    for (int i = 0; i < partitions.size(); i++) {
      ByteArrayOutputStream lines = new ByteArrayOutputStream();
      for (byte[] message : partitions.get(i)) {
        lines.writeBytes(message);
        lines.write('\n');
      }
      Files.write(folder.resolve("shop-" + i + ".ndjson"), lines.toByteArray());
    }
    return InputFolder.list(folder.toUri().toString());
  }
}
