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
import org.apache.http.ssl.SSLContexts;

/** Whom to trust. */
final class TlsTrust {
  private TlsTrust() {}

  static HttpAsyncClientBuilder apply(HttpAsyncClientBuilder client, Tls tls) {
    try {
      if (!tls.verify()) {
        SSLContext any =
            SSLContexts.custom().loadTrustMaterial(null, TrustAllStrategy.INSTANCE).build();
        return client.setSSLContext(any).setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE);
      }
      return tls.ca().isEmpty()
          ? client
          : client.setSSLContext(
              SSLContexts.custom().loadTrustMaterial(store(Path.of(tls.ca())), null).build());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("elasticsearch.tls.ca can't be used: " + tls.ca(), e);
    }
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
