package io.spillway.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.message.BasicHeader;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.util.EntityUtils;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.RestClient;

/**
 * The low-level client: one for all engines, since it checks no product and sends no media type of
 * one version. Replies come in a thread of the client; whoever uses it brings them home.
 */
final class RestBulkTransport implements BulkTransport {
  private static final int CONNECT_TIMEOUT_MS = 5_000;
  private static final long TIMEOUT_LOOKS_MS = 100;

  /**
   * The engine's own time-out as a share of the client's: an index without a shard is answered for
   * as such well before the whole request would be given up.
   */
  private static final int ENGINE_SHARE = 3;

  private final RestClient client;
  private final AccessFaults faults = new AccessFaults();
  private final String engineTimeout;

  /**
   * @param maxConnections requests at once: the writer's, and some for indices and probes
   */
  RestBulkTransport(ConnectionConfig config, int maxConnections) {
    HttpHost[] hosts = config.hosts().stream().map(HttpHost::create).toArray(HttpHost[]::new);
    this.engineTimeout = Math.max(1, config.requestTimeoutMs() / ENGINE_SHARE) + "ms";
    this.client =
        RestClient.builder(hosts)
            .setDefaultHeaders(headers(config.login()))
            .setCompressionEnabled(config.gzip())
            .setRequestConfigCallback(
                c ->
                    c.setConnectTimeout(CONNECT_TIMEOUT_MS)
                        .setSocketTimeout(config.requestTimeoutMs())
                        .setConnectionRequestTimeout(config.requestTimeoutMs()))
            .setHttpClientConfigCallback(c -> client(c, config, maxConnections))
            .build();
  }

  private static HttpAsyncClientBuilder client(
      HttpAsyncClientBuilder client, ConnectionConfig config, int maxConnections) {
    client.setMaxConnTotal(maxConnections).setMaxConnPerRoute(maxConnections);
    // how often its timeouts are looked at; each second by default, longer than some are
    client.setDefaultIOReactorConfig(
        IOReactorConfig.custom().setSelectInterval(TIMEOUT_LOOKS_MS).build());
    return TlsTrust.apply(client, config.tls());
  }

  private static Header[] headers(ConnectionConfig.Login login) {
    List<Header> headers = new ArrayList<>();
    if (!login.apiKey().isEmpty()) {
      headers.add(new BasicHeader("Authorization", "ApiKey " + login.apiKey()));
    } else if (!login.user().isEmpty()) {
      byte[] pair = (login.user() + ":" + login.password()).getBytes(StandardCharsets.UTF_8);
      // in every request, so that no body is sent twice only to be asked for a password
      headers.add(
          new BasicHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair)));
    }
    return headers.toArray(new Header[0]);
  }

  @Override
  public void send(Call call, Consumer<Reply> whenDone) {
    Request request = new Request(call.method(), call.path());
    call.query().forEach(request::addParameter);
    if (call.timed()) {
      request.addParameter("timeout", engineTimeout);
    }
    if (call.body() != null) {
      request.setEntity(new NByteArrayEntity(call.body(), ContentType.parse(call.contentType())));
    }
    client.performRequestAsync(
        request,
        new ResponseListener() {
          @Override
          public void onSuccess(Response response) {
            whenDone.accept(faults.seen(answered(response), System.nanoTime()));
          }

          @Override
          public void onFailure(Exception failure) {
            Reply reply =
                failure instanceof ResponseException refusal
                    ? answered(refusal.getResponse())
                    : lost(failure);
            whenDone.accept(faults.seen(reply, System.nanoTime()));
          }
        });
  }

  private static Reply answered(Response response) {
    try {
      byte[] body =
          response.getEntity() == null
              ? new byte[0]
              : EntityUtils.toByteArray(response.getEntity());
      return new Answered(response.getStatusLine().getStatusCode(), body);
    } catch (IOException e) {
      return lost(e);
    }
  }

  /** The client wraps what happened in exceptions of the same or another kind. */
  static Lost lost(Exception failure) {
    Loss loss = Loss.CUT;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof ConnectTimeoutException
          || cause instanceof UnknownHostException
          || cause instanceof NoRouteToHostException) {
        loss = Loss.UNREACHABLE;
        break;
      }
      if (cause instanceof SSLHandshakeException
          || cause instanceof SSLPeerUnverifiedException
          || cause instanceof CertificateException) {
        return new Lost(Loss.UNTRUSTED, cause.getClass().getSimpleName() + ": " + root(cause));
      }
      if (cause instanceof SocketTimeoutException
          || cause instanceof java.util.concurrent.TimeoutException) {
        loss = Loss.TIMEOUT;
        break;
      }
    }
    return new Lost(loss, failure.getClass().getSimpleName() + ": " + failure.getMessage());
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  /** What keeps this one out of the engine, or null for nothing. */
  String accessFault() {
    return faults.current();
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
