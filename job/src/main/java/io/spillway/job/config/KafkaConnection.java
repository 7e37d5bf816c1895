package io.spillway.job.config;

/**
 * One Kafka cluster.
 *
 * @param brokers {@code host:port}, several separated by commas
 * @param properties passed to the Kafka client (TLS, SASL, ...)
 */
public record KafkaConnection(String brokers, Settings properties) {}
