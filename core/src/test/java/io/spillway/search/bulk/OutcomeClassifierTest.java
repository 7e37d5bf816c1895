package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Divide;
import io.spillway.search.bulk.Outcome.Done;
import io.spillway.search.bulk.Outcome.Kind;
import io.spillway.search.bulk.Outcome.Permanent;
import io.spillway.search.bulk.Outcome.Unknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeClassifierTest {

  @ParameterizedTest
  @CsvSource({
    "429, es_rejected_execution_exception, REJECTED",
    "429, rejected_execution_exception, REJECTED",
    "429, some_future_name, REJECTED",
    "429, circuit_breaking_exception, BREAKER",
    "503, circuit_breaking_exception, BREAKER",
    "502, any, UNAVAILABLE",
    "503, any, UNAVAILABLE",
    "504, any, UNAVAILABLE",
    "408, any, UNAVAILABLE",
    "403, cluster_block_exception, BLOCKED",
    "503, cluster_block_exception, BLOCKED",
    "429, cluster_block_exception, BLOCKED"
  })
  void keepsWhatIsOnlyCongestion(int status, String type, Kind kind) {
    assertThat(OutcomeClassifier.ofItem(false, status, type, "r"))
        .isEqualTo(new Congestion(kind, status, type, "r"));
    assertThat(OutcomeClassifier.ofRequest(status, type, "r", 10))
        .isEqualTo(new Congestion(kind, status, type, "r"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapper_parsing_exception",
        "document_parsing_exception",
        "strict_dynamic_mapping_exception",
        "a_name_of_the_next_version"
      })
  void takesAMappingErrorForPermanentWhateverItsName(String type) {
    assertThat(OutcomeClassifier.ofItem(false, 400, type, "r"))
        .isEqualTo(new Permanent(400, type, "r"));
  }

  @Test
  void takesOtherClientErrorsOfAnItemForPermanent() {
    assertThat(OutcomeClassifier.ofItem(true, 404, "some_exception", "r"))
        .isInstanceOf(Permanent.class);
    assertThat(OutcomeClassifier.ofItem(false, 413, "x", "r")).isInstanceOf(Permanent.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|index_closed_exception|closed",
        "404|index_not_found_exception|no such index [shop.t]",
        "403|security_exception|action [indices:data/write/bulk[s]] is unauthorized",
        "503|unavailable_shards_exception|[shop.t][0] primary shard is not active Timeout: [10s]",
        "503|no_shard_available_action_exception|none",
        "400|illegal_argument_exception|no write index is defined for alias [shop.t]",
        "400|illegal_argument_exception|pipeline with id [clean] does not exist",
        "400|illegal_argument_exception|Limit of total fields [1000] has been exceeded",
        "400|document_parsing_exception|failed: Limit of total fields [1000] has been exceeded",
        "400|illegal_argument_exception|only write ops with an op_type of create are allowed in data"
            + " streams",
        "400|validation_exception|this action would add [2] shards, but this cluster currently has"
            + " [10]/[10] maximum normal shards open",
      })
  void takesWhatAPersonMendsForACondition(int status, String type, String reason) {
    assertThat(OutcomeClassifier.ofItem(false, status, type, reason))
        .isEqualTo(new Congestion(Kind.BLOCKED, status, type, reason));
  }

  @Test
  void takesAConflictAndAMissingDocumentForDone() {
    assertThat(OutcomeClassifier.ofItem(false, 409, "version_conflict_engine_exception", "r"))
        .isEqualTo(Done.ALREADY_NEWER);
    assertThat(OutcomeClassifier.ofItem(true, 404, null, null)).isEqualTo(Done.ALREADY_GONE);
    assertThat(OutcomeClassifier.ofItem(false, 201, null, null)).isEqualTo(Done.STORED);
  }

  @Test
  void doesNotTakeAMissingErrorForSuccessOfAnIndexRequest() {
    assertThat(OutcomeClassifier.ofItem(false, 404, null, null)).isInstanceOf(Unknown.class);
  }

  @Test
  void leavesServerErrorsToPolicy() {
    assertThat(OutcomeClassifier.ofItem(false, 500, "null_pointer_exception", "r"))
        .isEqualTo(new Unknown(500, "null_pointer_exception", "r"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413})
  void dividesARequestThatOneDocumentMaySpoil(int status) {
    assertThat(OutcomeClassifier.ofRequest(status, null, "r", 2)).isInstanceOf(Divide.class);
    assertThat(OutcomeClassifier.ofRequest(status, null, "r", 1)).isInstanceOf(Permanent.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 405, 301})
  void neverBlamesDocumentsForTheConnection(int status) {
    assertThat(OutcomeClassifier.ofRequest(status, "security_exception", "r", 1))
        .isInstanceOf(Unknown.class);
  }
}
