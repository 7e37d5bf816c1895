package io.spillway.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnerTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final CommitterAttempt FIRST = new CommitterAttempt("job-1", "graph-1", 0, -1);
  private static final Owner OWNER = Owner.first(BucketClaim.of("shop"), "l-1", FIRST, NOW);

  @Test
  void itsOwnPipelineMayWrite() {
    assertThat(OWNER.refuses("shop", Optional.of("l-1"))).isEmpty();
    assertThat(OWNER.refuses("shop", Optional.empty())).as("state of 0.1.0").isEmpty();
    assertThat(OWNER.refuses("shop", Optional.of(""))).as("state of 0.1.0").isEmpty();
  }

  @Test
  void anotherPipelineIsToldWhoseItIsAndSinceWhen() {
    assertThat(OWNER.refuses("mall", Optional.empty()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("pipeline shop", "2026-01-02T03:04:05Z"));
  }

  @Test
  void theSameNameWithCheckpointsElsewhereIsAnotherToo() {
    assertThat(OWNER.refuses("shop", Optional.of("l-2")))
        .hasValueSatisfying(why -> assertThat(why).contains("checkpoint-dir"));
  }

  @Test
  void aNoteIsReadBackAsOneAndRefusesNobody() {
    Owner note = Owner.noted("shop", "l-1", NOW);
    assertThat(Owner.parse(note.bytes())).contains(note);
    assertThat(note.isNote()).isTrue();
    assertThat(new String(note.bytes(), UTF_8)).doesNotContain("note");
    assertThat(note.refuses("mall", Optional.of("l-2"))).isEmpty();
    assertThat(OWNER.isNote()).isFalse();
    assertThat(Owner.UNREADABLE.isNote()).isFalse();
  }

  @Test
  void eachNamespaceHasAFileOfItsOwnWhereReadersDoNotLook() {
    assertThat(Owner.path("")).isEqualTo("_spillway/owner.json");
    assertThat(Owner.path("BACKFILL~plan-7")).isEqualTo("_spillway/owner.BACKFILL~plan-7.json");
    assertThat(LastPlan.path("")).isEqualTo("_spillway/last-plan.json");
  }

  @Test
  void aFileIsReadBackAsItWasWritten() {
    Owner next =
        OWNER.next(
            BucketClaim.of("shop"), "l-1", new CommitterAttempt("job-2", "graph-2", 3, 17), NOW);
    assertThat(Owner.parse(next.bytes())).contains(next);
    assertThat(next.epoch()).isEqualTo(2);
    assertThat(next.superseded()).containsExactly("job-1");
    LastPlan plan = new LastPlan("l-1", 5, "job-1", 9, 2, NOW.toString());
    assertThat(LastPlan.parse(plan.bytes())).contains(plan);
  }

  @Test
  void whatIsTornOrOfALaterVersionDoesNotHinder() {
    assertThat(Owner.parse(new byte[0])).isEmpty();
    assertThat(Owner.parse("{\"pipeline\":\"sho".getBytes(UTF_8))).isEmpty();
    assertThat(Owner.parse("{}".getBytes(UTF_8))).isEmpty();
    assertThat(LastPlan.parse(new byte[0])).isEmpty();
    String later =
        "{\"pipeline\":\"shop\",\"lineage\":\"l-1\",\"epoch\":3,\"at\":\"x\",\"more\":{\"a\":1}}";
    assertThat(Owner.parse(later.getBytes(UTF_8)))
        .contains(new Owner("shop", "l-1", 3, "x", CommitterAttempt.NONE, List.of(), "", ""));
  }

  @Test
  void onlyTheNewestPredecessorsAreRemembered() {
    Owner owner = OWNER;
    for (int i = 0; i < 200; i++) {
      owner =
          owner.next(BucketClaim.of("shop"), "l-1", new CommitterAttempt("j" + i, "g", 0, i), NOW);
    }
    assertThat(owner.superseded()).hasSize(64).endsWith("j197", "j198");
  }

  @Test
  void filesOfAnotherFormAreRefusedByName() {
    Owner owner =
        new Owner("shop", "l-1", 3, "x", CommitterAttempt.NONE, List.of(), ".csv", "{\"a\":1}");
    assertThat(Owner.parse(owner.bytes())).contains(owner);
    assertThat(owner.refusesFiles(".csv", "{\"a\":1}")).isEmpty();
    assertThat(owner.refusesFiles(".csv", "{\"a\":2}").orElseThrow()).contains("storage.csv");
    assertThat(owner.refusesFiles(".json", "").orElseThrow()).contains("storage.format");
  }
}
