package io.spillway.tools;

import io.spillway.testing.EngineProcess.Engine;
import org.junit.jupiter.api.BeforeAll;

/** On Elasticsearch. */
class ElasticsearchStreamITCase extends StreamDocumentsFixture {
  @BeforeAll
  static void runOnce() throws Exception {
    runOn(Engine.ELASTICSEARCH);
  }
}
