package io.spillway.tools.testing;

import io.spillway.testing.ChildJvm;
import io.spillway.testing.Repository;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Keys and certificates as the commands of {@code docs/security.md} make them. */
public final class TlsKeys {
  private static final String PASSWORD = "changeit-4711";

  private static TlsKeys shared;

  private final Path folder;

  private TlsKeys(Path folder) {
    this.folder = folder;
  }

  /**
   * An authority, the key of the cluster's inside, a server's key for localhost and a client's, for
   * all tests of this process: they take 22 commands to make.
   */
  public static synchronized TlsKeys shared() throws Exception {
    if (shared == null) {
      shared = make(Repository.newFolder("keys-"));
    }
    return shared;
  }

  private static TlsKeys make(Path folder) throws Exception {
    TlsKeys keys = new TlsKeys(folder);
    keys.pair("internal", "-dname", "CN=flink-internal");
    keys.authority("ca");
    keys.signed("rest", "ca", "SAN=dns:localhost,ip:127.0.0.1");
    keys.signed("client", "ca", "EKU=clientAuth");
    keys.authority("other");
    keys.signed("stranger", "other", "EKU=clientAuth");
    return keys;
  }

  /** Options of the cluster's processes. */
  public Map<String, String> server() {
    return Map.ofEntries(
        Map.entry("security.ssl.internal.enabled", "true"),
        Map.entry("security.ssl.internal.keystore", store("internal")),
        Map.entry("security.ssl.internal.truststore", store("internal")),
        Map.entry("security.ssl.internal.keystore-password", PASSWORD),
        Map.entry("security.ssl.internal.key-password", PASSWORD),
        Map.entry("security.ssl.internal.truststore-password", PASSWORD),
        Map.entry("security.ssl.rest.enabled", "true"),
        Map.entry("security.ssl.rest.authentication-enabled", "true"),
        Map.entry("security.ssl.rest.keystore", store("rest")),
        Map.entry("security.ssl.rest.truststore", store("ca-trust")),
        Map.entry("security.ssl.rest.keystore-password", PASSWORD),
        Map.entry("security.ssl.rest.key-password", PASSWORD),
        Map.entry("security.ssl.rest.truststore-password", PASSWORD));
  }

  /**
   * A folder for {@code FLINK_CONF_DIR} of a client.
   *
   * @param name {@code client}, or {@code stranger}, whom the cluster doesn't know
   */
  public Path configuration(String name) throws IOException {
    String yaml =
        """
        security.ssl.rest.enabled: true
        security.ssl.rest.authentication-enabled: true
        security.ssl.rest.keystore: %s
        security.ssl.rest.truststore: %s
        security.ssl.rest.keystore-type: PKCS12
        security.ssl.rest.truststore-type: PKCS12
        security.ssl.rest.keystore-password: %s
        security.ssl.rest.key-password: %s
        security.ssl.rest.truststore-password: %s
        security.ssl.protocol: TLSv1.3
        security.ssl.algorithms: TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384
        """
            .formatted(store(name), store("ca-trust"), PASSWORD, PASSWORD, PASSWORD);
    Path conf = Files.createDirectories(folder.resolve("conf-" + name));
    Files.writeString(conf.resolve("config.yaml"), yaml);
    return conf;
  }

  /** A client that trusts the authority and has nothing to show itself. */
  public HttpClient withoutCertificate() throws Exception {
    KeyStore trusted = KeyStore.getInstance(new File(store("ca-trust")), PASSWORD.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  /** Password of all stores. */
  public String password() {
    return PASSWORD;
  }

  /**
   * Path of a PKCS12 file.
   *
   * @param name {@code rest}, {@code client}, {@code stranger}, or {@code ca-trust}
   */
  public String store(String name) {
    return folder.resolve(name + ".p12").toString();
  }

  /** Makes a key that the authority has signed, with this extension; once for each name. */
  public void sign(String name, String extension) throws Exception {
    signed(name, "ca", extension);
  }

  /** For a server that shows this key's certificate. */
  public SSLContext context(String name) throws Exception {
    KeyStore store = KeyStore.getInstance(new File(store(name)), PASSWORD.toCharArray());
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), null, null);
    return context;
  }

  /** Something to do while this process trusts the authority. */
  public interface Deed {
    void go() throws Exception;
  }

  /** Does it as if the JVM had been started with {@link #jvmOptions()}. */
  public void trusting(Deed deed) throws Exception {
    try {
      System.setProperty("javax.net.ssl.trustStore", store("ca-trust"));
      System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
      deed.go();
    } finally {
      System.clearProperty("javax.net.ssl.trustStore");
      System.clearProperty("javax.net.ssl.trustStorePassword");
    }
  }

  /** With which a JVM trusts the authority. */
  public String jvmOptions() {
    return "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
        .formatted(store("ca-trust"), PASSWORD);
  }

  private void authority(String name) throws Exception {
    pair(name, "-dname", "CN=" + name, "-ext", "bc:critical=ca:true", "-ext", "ku=keyCertSign");
    keytool(name, "-exportcert", "-alias", name, "-rfc", "-file", pem(name));
    keytool(name + "-trust", "-importcert", "-noprompt", "-alias", name, "-file", pem(name));
  }

  private void signed(String name, String authority, String extension) throws Exception {
    pair(name, "-dname", "CN=" + name);
    String request = folder.resolve(name + ".csr").toString();
    keytool(name, "-certreq", "-alias", name, "-file", request);
    keytool(
        authority,
        "-gencert",
        "-alias",
        authority,
        "-ext",
        extension,
        "-validity",
        "30",
        "-infile",
        request,
        "-rfc",
        "-outfile",
        pem(name));
    keytool(name, "-importcert", "-noprompt", "-alias", authority, "-file", pem(authority));
    keytool(name, "-importcert", "-noprompt", "-alias", name, "-file", pem(name));
  }

  private String pem(String name) {
    return folder.resolve(name + ".pem").toString();
  }

  private void pair(String name, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1"));
    arguments.addAll(List.of("-validity", "30"));
    arguments.addAll(List.of(more));
    keytool(name, arguments.toArray(String[]::new));
  }

  private void keytool(String store, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(ChildJvm.keytoolOptions());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store(store), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + "\n" + output);
    }
  }
}
