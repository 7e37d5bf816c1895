package io.spillway.control;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The only partition of a topic, as a reader of what is committed sees it. For one thread. */
interface TopicTail {

  /**
   * Goes to the beginning.
   *
   * @return the offset behind the last record that is committed
   * @throws IOException also where the topic isn't one partition
   */
  long rewind() throws IOException;

  /** The records that come next, in their order; none where none has come after so long. */
  List<ConsumerRecord<byte[], byte[]>> poll(Duration atMost) throws IOException;

  /** The offset at which reading goes on: behind what was given, and behind what is no record. */
  long position() throws IOException;

  void close();

  /** Makes one, in the thread that uses it. */
  interface Opening extends Serializable {
    TopicTail open() throws IOException;
  }
}
