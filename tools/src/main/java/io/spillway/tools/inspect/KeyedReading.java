package io.spillway.tools.inspect;

import io.spillway.job.flow.Loopback;
import io.spillway.job.start.SavedState;
import io.spillway.job.start.StateUids;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/**
 * Reads keyed state by small jobs in this process. Results come one by one while a job runs, and it
 * waits for whoever takes them, so memory doesn't grow with the state.
 */
public final class KeyedReading {
  private final SavedState state;

  public KeyedReading(SavedState state) {
    this.state = state;
  }

  /**
   * Content of the spool, in no order.
   *
   * @param only the one dispatcher wanted, or null for all
   */
  public void contents(String only, Consumer<DispatcherContent> consumer) throws IOException {
    read(
        StateUids.SPOOL,
        new ContentReader(only),
        TypeInformation.of(DispatcherContent.class),
        content -> {
          if (!content.dispatcher.isEmpty()) {
            consumer.accept(content);
          }
        });
  }

  /**
   * Rows in the spool, each as its message without a line end.
   *
   * @param only the one dispatcher wanted, or null for all
   */
  public void rows(String only, Consumer<byte[]> consumer) throws IOException {
    read(
        StateUids.SPOOL,
        new RowsReader(only),
        PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
        row -> {
          if (row.length > 0) {
            consumer.accept(row);
          }
        });
  }

  /** Cursors and their values, in no order. */
  public void cursors(String uid, Consumer<Tuple2<String, String>> consumer) throws IOException {
    read(uid, new CursorReader(), Types.TUPLE(Types.STRING, Types.STRING), consumer);
  }

  private <T> void read(
      String uid,
      KeyedStateReaderFunction<String, T> reader,
      TypeInformation<T> type,
      Consumer<T> consumer)
      throws IOException {
    if (!state.hasKeys(uid)) {
      return;
    }
    Configuration options = Loopback.options();
    options.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(128));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, options);
    SavepointReader savepoint =
        SavepointReader.read(env, state.path().toString(), new EmbeddedRocksDBStateBackend());
    try (CloseableIterator<T> results =
        savepoint
            .readKeyedState(OperatorIdentifier.forUid(uid), reader, Types.STRING, type)
            .executeAndCollect()) {
      results.forEachRemaining(consumer);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("state of " + uid + " can't be read", e);
    }
  }
}
