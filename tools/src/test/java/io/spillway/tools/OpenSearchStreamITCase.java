package io.spillway.tools;

import io.spillway.testing.EngineProcess.Engine;
import org.junit.jupiter.api.BeforeAll;

/** On OpenSearch. */
class OpenSearchStreamITCase extends StreamDocumentsFixture {
  @BeforeAll
  static void runOnce() throws Exception {
    runOn(Engine.OPENSEARCH);
  }
}
