package io.spillway.search;

import io.spillway.search.ConnectionConfig.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.conn.ssl.TrustAllStrategy;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.ssl.SSLContextBuilder;
import org.apache.http.ssl.SSLContexts;

/** Whom to trust, and what to show of oneself. */
final class TlsTrust {
  private TlsTrust() {}

  static HttpAsyncClientBuilder apply(HttpAsyncClientBuilder client, Tls tls) {
    if (tls.equals(Tls.DEFAULT)) {
      return client;
    }
    SSLContextBuilder context = SSLContexts.custom();
    if (!tls.keystore().isEmpty()) {
      load("keystore", tls.keystore(), file -> show(context, file, tls.keystorePassword()));
    }
    if (!tls.verify()) {
      load("verify", "false", file -> context.loadTrustMaterial(null, TrustAllStrategy.INSTANCE));
      client.setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE);
    } else if (!tls.ca().isEmpty()) {
      load("ca", tls.ca(), file -> context.loadTrustMaterial(store(file), null));
    }
    return client.setSSLContext(build(context));
  }

  private interface Loading {
    void from(Path file) throws GeneralSecurityException, IOException;
  }

  private static void load(String key, String value, Loading loading) {
    try {
      loading.from(Path.of(value));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "elasticsearch.tls." + key + " can't be used: " + value, e);
    }
  }

  private static SSLContext build(SSLContextBuilder context) {
    try {
      return context.build();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("elasticsearch.tls can't be used", e);
    }
  }

  private static void show(SSLContextBuilder context, Path file, String password)
      throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      own.load(in, password.toCharArray());
    }
    context.loadKeyMaterial(own, password.toCharArray());
  }

  private static KeyStore store(Path pem) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    try (InputStream in = Files.newInputStream(pem)) {
      for (Certificate c : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + number++, c);
      }
    }
    if (number == 0) {
      throw new IOException("no certificate in it");
    }
    return store;
  }
}
