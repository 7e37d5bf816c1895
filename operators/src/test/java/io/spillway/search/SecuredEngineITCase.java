package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.ConnectionConfig.Login;
import io.spillway.search.ConnectionConfig.Tls;
import io.spillway.search.TlsFront.Identity;
import io.spillway.testing.EngineProcess.Engine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The writer against a real engine behind TLS and a login. */
class SecuredEngineITCase {
  private static final String BASIC = "Basic YW5uOnMzY3JldA==";
  private static final Login ANN = new Login("ann", "s3cret", "");
  @TempDir static Path folder;
  private static EngineNode engine;
  private static Identity identity;
  private static Identity stranger;

  @BeforeAll
  static void start() throws Exception {
    engine = EngineNode.shared(Engine.ELASTICSEARCH);
    identity = Identity.create(folder, "engine-key");
    stranger = Identity.create(folder, "stranger");
  }

  @AfterEach
  void deleteIndices() throws Exception {
    engine.deleteIndices();
  }

  private static WriterOnEngine writer(TlsFront front, String host, Login login, Path trusted) {
    return new WriterOnEngine(
        new ConnectionConfig(
            List.of(front.url(host)), login, new Tls(trusted.toString(), true), 10_000, true),
        WriterConfig.DEFAULT);
  }

  private static void writeTen(WriterOnEngine on) throws Exception {
    for (int i = 0; i < 10; i++) {
      on.write(Rows.upsert(10 + i, i, "n"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void storesWithATrustedCertificateAndALogin(boolean byKey) throws Exception {
    Login login = byKey ? new Login("", "", "aWQ6a2V5") : ANN;
    try (TlsFront front = new TlsFront(identity, engine.url(), byKey ? "ApiKey aWQ6a2V5" : BASIC);
        WriterOnEngine on = writer(front, "127.0.0.1", login, identity.pem())) {
      writeTen(on);
      on.finish();
      assertThat(engine.stored()).hasSize(10);
      assertThat(on.dead).isEmpty();
      assertThat(on.transport.accessFault()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"certificate", "host"})
  void keepsEverythingAndSaysWhyWhereTheCertificateIsWrong(String wrong) throws Exception {
    String host = wrong.equals("host") ? "localhost" : "127.0.0.1";
    Path trusted = wrong.equals("host") ? identity.pem() : stranger.pem();
    try (TlsFront front = new TlsFront(identity, engine.url(), BASIC);
        WriterOnEngine on = writer(front, host, ANN, trusted)) {
      writeTen(on);
      on.until("it is told", () -> on.transport.accessFault() != null);
      assertThat(on.transport.accessFault())
          .contains("certificate isn't trusted")
          .contains("elasticsearch.tls.ca")
          .doesNotContain("s3cret");
      assertThat(on.writer.takeDead()).isEmpty();
      assertThat(on.writer.unfinishedRows()).hasSize(10);
    }
  }

  @Test
  void keepsEverythingWhileTheLoginIsRefused() throws Exception {
    try (TlsFront front = new TlsFront(identity, engine.url(), "Basic bmV3OnBhc3N3b3Jk");
        WriterOnEngine on = writer(front, "127.0.0.1", ANN, identity.pem())) {
      writeTen(on);
      on.until("it is told", () -> on.transport.accessFault() != null);
      assertThat(on.transport.accessFault()).contains("refuses the login");
      assertThat(on.writer.takeDead()).isEmpty();
      assertThat(on.writer.unfinishedRows()).hasSize(10);
    }
  }
}
