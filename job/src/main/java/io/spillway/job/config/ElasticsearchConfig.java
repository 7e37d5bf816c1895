package io.spillway.job.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Section {@code elasticsearch}: Elasticsearch or OpenSearch.
 *
 * @param hosts http or https, one or more
 * @param index template of the index name
 * @param id template of the document id
 * @param user empty where {@code apiKey} is used or nobody logs in
 */
public record ElasticsearchConfig(
    List<URI> hosts,
    String index,
    String id,
    DocumentVersion version,
    String user,
    Secret password,
    Secret apiKey,
    Tls tls,
    BulkConfig bulk) {

  public ElasticsearchConfig {
    hosts = List.copyOf(hosts);
  }

  /** What orders two writes of one document. */
  public enum DocumentVersion {
    COMMIT_TS,
    NONE
  }

  /**
   * Section {@code elasticsearch.tls}.
   *
   * @param ca file of trusted certificates; absent: the JVM's own
   * @param verify whether host name and certificate are checked
   */
  public record Tls(Optional<URI> ca, boolean verify) {}
}
