package io.spillway.job.config;

import io.spillway.event.TableFilter;
import io.spillway.search.NewIndices;
import io.spillway.search.OnDdl;
import io.spillway.search.WriterConfig.AtEnd;
import io.spillway.search.bulk.UnknownPolicy;
import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.DocumentConfig.Naming;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.ValuePolicy;
import java.net.URI;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Section {@code elasticsearch}: Elasticsearch or OpenSearch.
 *
 * @param hosts http or https, one or more
 * @param index template of the index name
 * @param id template of the document id
 * @param values JSON columns and zero dates; the rest has no keys
 * @param atEnd how long documents may wait once the input has ended
 * @param spoolQuota bytes that may wait in managed state for the engine, per subtask
 * @param naming tables without a key, and index names that differ only in case
 * @param tables those that become documents; absent: all
 * @param timestampZone in which rows show TIMESTAMP columns; absent: as the sources say
 * @param onDdl what statements do to documents
 * @param user empty where {@code apiKey} is used or nobody logs in
 */
public record ElasticsearchConfig(
    List<URI> hosts,
    String index,
    String id,
    Versioning version,
    LongIds longIds,
    ValuePolicy values,
    String user,
    Secret password,
    Secret apiKey,
    Tls tls,
    Compression compression,
    UnknownPolicy unknownAnswers,
    NewIndices newIndices,
    BulkConfig bulk,
    AtEnd atEnd,
    long spoolQuota,
    Naming naming,
    Optional<TableFilter> tables,
    Optional<ZoneId> timestampZone,
    OnDdl onDdl) {

  public ElasticsearchConfig {
    hosts = List.copyOf(hosts);
  }

  /** Of the bodies of requests. */
  public enum Compression {
    NONE,
    GZIP
  }

  /**
   * Section {@code elasticsearch.tls}.
   *
   * @param ca file of trusted certificates; absent: the JVM's own
   * @param verify whether host name and certificate are checked
   * @param keystore PKCS12 file with the client's own certificate and key
   */
  public record Tls(
      Optional<URI> ca, boolean verify, Optional<URI> keystore, Secret keystorePassword) {}
}
