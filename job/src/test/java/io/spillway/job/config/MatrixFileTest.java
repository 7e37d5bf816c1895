package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.policy.Action;
import io.spillway.policy.Alert;
import io.spillway.policy.Backoff;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.Level;
import io.spillway.policy.Phase;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyKey;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.Ruling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A matrix of names that are not this job's, every row of it. */
class MatrixFileTest {
  @TempDir private Path folder;
  private PolicyMatrix matrix;

  @BeforeEach
  void read() throws Exception {
    matrix = MatrixFile.read(write(Pipelines.resource("crawler-matrix.yaml")));
  }

  private Path write(String yaml) throws IOException {
    return Files.writeString(folder.resolve("matrix.yaml"), yaml);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Engine | TaskModel          | FAILED    | Task Module                    | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | TaskModel          | RETRY     | Task Module                    | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | ParserTaskModel    | FAILED    | Parser ProcessorChain          | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | ParserTaskModel    | RETRY     | Parser ProcessorChain          | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | RequestPublish     | FAILED    | Queue                          | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | RequestPublish     | RETRY     | Queue                          | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | RequestMiddleware  | FAILED    | Request ProcessorChain         | NO          | NONE 0 0              | ALWAYS       | ERROR
          Engine | Download           | FAILED    | Download Proxy RateLimit       | YES         | EXPONENTIAL 500 60000 | ON_EXHAUSTED | WARN
          Engine | Download           | RETRY     | Download Proxy RateLimit       | YES         | EXPONENTIAL 500 60000 | ON_EXHAUSTED | WARN
          Engine | ResponseMiddleware | FAILED    | Response ProcessorChain        | NO          | NONE 0 0              | ALWAYS       | ERROR
          Engine | ResponsePublish    | FAILED    | Queue                          | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | ResponsePublish    | RETRY     | Queue                          | YES         | EXPONENTIAL 500 30000 | ON_EXHAUSTED | WARN
          Engine | ModuleGenerate     | FAILED    | Module Task                    | CONDITIONAL | EXPONENTIAL 500 30000 | ON_EXHAUSTED | ERROR
          Engine | ModuleGenerate     | RETRY     | Module Task                    | CONDITIONAL | EXPONENTIAL 500 30000 | ON_EXHAUSTED | ERROR
          Engine | Parser             | FAILED    | Parser                         | NO          | NONE 0 0              | ALWAYS       | ERROR
          Engine | Parser             | RETRY     | Parser                         | NO          | NONE 0 0              | ALWAYS       | ERROR
          Engine | MiddlewareBefore   | FAILED    | DataMiddleware                 | CONDITIONAL | LINEAR 200 10000      | ON_EXHAUSTED | WARN
          Engine | DataStore          | FAILED    | DataStore Orm                  | CONDITIONAL | LINEAR 200 10000      | ON_EXHAUSTED | ERROR
          System | SystemError        | FAILED    | Service Command DynamicLibrary | NO          | NONE 0 0              | NEVER        | ERROR
          System | SystemHealth       | COMPLETED | Service CacheService Queue     | NO          | NONE 0 0              | NEVER        | WARN
          """)
  void everyRowMeansWhatItSays(
      String domain,
      String type,
      Phase phase,
      String kinds,
      String retry,
      String backoff,
      String letters,
      String alert) {
    for (String kind : kinds.split(" ")) {
      Ruling ruling = matrix.resolve(new PolicyKey(domain, type, phase, kind));
      Policy policy = ruling.policy();
      Backoff wait = policy.attempts().backoff();
      assertThat(ruling.level()).as(kind).isEqualTo(Level.EXACT);
      assertThat(policy.attempts().retry().name()).as(kind).isEqualTo(retry);
      assertThat(wait.shape() + " " + wait.firstMs() + " " + wait.maxMs()).isEqualTo(backoff);
      assertThat(policy.deadLetter().name()).as(kind).isEqualTo(letters);
      assertThat(policy.alert().name()).as(kind).isEqualTo(alert);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Engine,TaskModel,FAILED,CacheService",
    "Engine,DataStore,RETRY,Orm",
    "Engine,MiddlewareBefore,RETRY,DataMiddleware",
    "System,SystemHealth,FAILED,Queue",
    "Engine,NoSuchEvent,FAILED,Queue"
  })
  void whatHasNoRowIsAsTheDefault(String domain, String type, Phase phase, String kind) {
    Ruling ruling = matrix.resolve(new PolicyKey(domain, type, phase, kind));
    assertThat(ruling.level()).isEqualTo(Level.DEFAULT);
    assertThat(ruling.policy().attempts().backoff()).isEqualTo(Backoff.exponential(500, 30_000));
    assertThat(ruling.policy().end()).isEqualTo(Action.DEAD_LETTER);
    assertThat(ruling.policy().alert()).isEqualTo(Alert.WARN);
  }

  @ParameterizedTest
  @CsvSource({
    "DataStore,DataStore,CONFLICT,RECORD",
    "DataStore,Orm,TIMEOUT,RETRY",
    "DataStore,Orm,CONNECTION,RETRY",
    "DataStore,Orm,OTHER,DEAD_LETTER",
    "ModuleGenerate,Task,LIMIT,DEAD_LETTER",
    "ModuleGenerate,Module,LIMIT,DEAD_LETTER",
    "ModuleGenerate,Module,CONFIGURATION,STOP",
    "ModuleGenerate,Module,TIMEOUT,RETRY",
    "ModuleGenerate,Module,DEPENDENCY,RETRY",
    "MiddlewareBefore,DataMiddleware,INPUT,DEAD_LETTER",
    "MiddlewareBefore,DataMiddleware,RESOURCE,RETRY",
    "MiddlewareBefore,DataMiddleware,TIMEOUT,RETRY"
  })
  void conditionsFollowFromTheFacts(String type, String kind, FailureTrait fact, Action action) {
    PolicyKey key = new PolicyKey("Engine", type, Phase.FAILED, kind);
    assertThat(matrix.decide(key, 1, fact)).contains(action);
  }

  @Test
  void aDownloadGoesToTheDeadLettersWhenItsAttemptsAreUsedUp() {
    PolicyKey failed = new PolicyKey("Engine", "Download", Phase.FAILED, "Download");
    PolicyKey retry = new PolicyKey("Engine", "Download", Phase.RETRY, "Download");
    assertThat(matrix.decide(failed, 1, FailureTrait.OTHER)).contains(Action.RETRY);
    assertThat(matrix.decide(retry, 4, FailureTrait.OTHER)).contains(Action.RETRY);
    assertThat(matrix.decide(retry, 5, FailureTrait.OTHER)).contains(Action.DEAD_LETTER);
  }

  @Test
  void aParserGoesToTheDeadLettersAtOnceAndIsNeverAskedForARetry() {
    PolicyKey failed = new PolicyKey("Engine", "Parser", Phase.FAILED, "Parser");
    PolicyKey retry = new PolicyKey("Engine", "Parser", Phase.RETRY, "Parser");
    assertThat(matrix.decide(failed, 1, FailureTrait.TIMEOUT)).contains(Action.DEAD_LETTER);
    assertThat(matrix.decide(retry, 2, FailureTrait.TIMEOUT)).isEmpty();
  }

  @Test
  void aSystemErrorIsToldAndNeitherTriedAgainNorDeadLettered() {
    for (String kind : matrix.vocabulary().event("System", "SystemError").kinds()) {
      PolicyKey key = new PolicyKey("System", "SystemError", Phase.FAILED, kind);
      assertThat(matrix.decide(key, 1, FailureTrait.OTHER)).as(kind).contains(Action.RECORD);
      assertThat(matrix.resolve(key).policy().alert()).as(kind).isEqualTo(Alert.ERROR);
    }
  }

  @Test
  void aConflictInTheStoreIsRecordedAndTheFlowGoesOn() {
    PolicyKey key = new PolicyKey("Engine", "DataStore", Phase.FAILED, "DataStore");
    assertThat(matrix.decide(key, 1, FailureTrait.CONFLICT)).contains(Action.RECORD);
    assertThat(matrix.decide(key, 1, FailureTrait.TIMEOUT)).contains(Action.RETRY);
  }

  @Test
  void aPublishedRequestWaitsLongerEachTimeAndThenIsADeadLetter() {
    PolicyKey key = new PolicyKey("Engine", "RequestPublish", Phase.RETRY, "Queue");
    Backoff backoff = matrix.resolve(key).policy().attempts().backoff();
    assertThat(backoff.ceilingMs(1)).isEqualTo(500);
    assertThat(backoff.ceilingMs(2)).isEqualTo(1_000);
    assertThat(backoff.ceilingMs(40)).isEqualTo(30_000);
    assertThat(matrix.decide(key, 5, FailureTrait.OTHER)).contains(Action.DEAD_LETTER);
  }

  @ParameterizedTest
  @CsvSource({
    "TaskModel,STARTED,Task", "TaskModel,COMPLETED,Task",
    "RequestMiddleware,RETRY,Request", "ResponseMiddleware,RETRY,Response"
  })
  void otherPhasesAreNotDecided(String type, Phase phase, String kind) {
    assertThat(matrix.decide(new PolicyKey("Engine", type, phase, kind), 1, FailureTrait.OTHER))
        .isEqualTo(Optional.empty());
  }

  @Test
  void everyFaultOfAFileIsToldAtOnceWithItsLine() {
    assertThatThrownBy(
            () ->
                MatrixFile.read(
                    write(
                        """
                        vocabulary: {A: {b: {kinds: [c]}}}
                        default: {retry: maybe}
                        rows:
                          - {domain: A, kind: c}
                          - {domain: A, type: b, kind: c, alert: loud}
                          - {kind: c, dead-letter: always, retry: yes}
                        """)))
        .isInstanceOf(InvalidPipelineException.class)
        .hasMessageContainingAll(":2: ", ":4: ", ":5: ", ":6: ", "\"loud\" is not one of info");
  }

  @Test
  void aRowAboutNothingIsRefused() {
    assertThatThrownBy(
            () ->
                MatrixFile.read(
                    write(
                        """
                        vocabulary: {A: {b: {kinds: [c]}}}
                        rows: [{domain: A, type: b, kind: d}]
                        """)))
        .hasMessageContaining("no such failure: A b * d");
  }
}
