package io.spillway.job.flow;

import io.spillway.job.config.ElasticsearchConfig;
import io.spillway.job.config.ElasticsearchConfig.Compression;
import io.spillway.search.ConnectionConfig;
import java.net.URI;
import java.util.Optional;

/** How section {@code elasticsearch} says to reach the engine. */
public final class SearchConnection {
  private SearchConnection() {}

  public static ConnectionConfig of(ElasticsearchConfig search) {
    return new ConnectionConfig(
        search.hosts().stream().map(URI::toString).toList(),
        new ConnectionConfig.Login(
            search.user(), search.password().value(), search.apiKey().value()),
        new ConnectionConfig.Tls(
            file(search.tls().ca()),
            search.tls().verify(),
            file(search.tls().keystore()),
            search.tls().keystorePassword().value()),
        (int) search.bulk().requestTimeout().toMillis(),
        search.compression() == Compression.GZIP);
  }

  private static String file(Optional<URI> place) {
    return place.map(URI::getPath).orElse("");
  }
}
