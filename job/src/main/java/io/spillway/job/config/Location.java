package io.spillway.job.config;

import java.net.URI;

/** Where a stream of the job's own records is: a folder or file, or a Kafka topic. */
public sealed interface Location {
  record Files(URI path) implements Location {}

  /** A topic; of the cluster that the first Kafka source reads from, where nothing else is said. */
  record Topic(KafkaConnection connection, String topic) implements Location {}
}
