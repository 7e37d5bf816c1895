package io.spillway.search;

import java.io.Serializable;
import java.util.List;

/**
 * How to reach the engine: Elasticsearch 7, 8, 9 or OpenSearch.
 *
 * @param hosts as {@code http://host:9200}, one or more
 * @param login how to authenticate
 * @param tls trust
 * @param requestTimeoutMs longest wait for the answer to one request
 * @param gzip whether bodies are compressed; costs CPU at both ends
 */
public record ConnectionConfig(
    List<String> hosts, Login login, Tls tls, int requestTimeoutMs, boolean gzip)
    implements Serializable {

  public ConnectionConfig {
    hosts = List.copyOf(hosts);
    if (hosts.isEmpty() || requestTimeoutMs < 1) {
      throw new IllegalArgumentException("needed: a host, and a request timeout above 0");
    }
  }

  /** Without authentication, the JVM's trust store, 30 s, no compression. */
  public static ConnectionConfig of(String... hosts) {
    return new ConnectionConfig(List.of(hosts), Login.NONE, Tls.DEFAULT, 30_000, false);
  }

  /**
   * Basic authentication or an API key; empty texts for none.
   *
   * @param apiKey as the engine gives it out encoded, base64 of {@code id:key}
   */
  public record Login(String user, String password, String apiKey) implements Serializable {
    public static final Login NONE = new Login("", "", "");

    public Login {
      if (!user.isEmpty() && !apiKey.isEmpty()) {
        throw new IllegalArgumentException("either elasticsearch.user or elasticsearch.api-key");
      }
    }

    @Override
    public String toString() {
      return user.isEmpty() ? apiKey.isEmpty() ? "no login" : "an API key" : "user " + user;
    }
  }

  /**
   * @param ca file with the PEM certificates to trust, or empty for the JVM's own
   * @param verify false trusts any certificate and any host name: for tests only
   * @param keystore PKCS12 file with the client's own key and certificate, or empty for none; read
   *     where the client is made, so that the key is never part of a job
   * @param keystorePassword of the file and its key
   */
  public record Tls(String ca, boolean verify, String keystore, String keystorePassword)
      implements Serializable {
    public static final Tls DEFAULT = new Tls("", true);

    /** Without a certificate of the client. */
    public Tls(String ca, boolean verify) {
      this(ca, verify, "", "");
    }

    @Override
    public String toString() {
      return "ca " + ca + (verify ? "" : ", unchecked") + ", keystore " + keystore;
    }
  }
}
