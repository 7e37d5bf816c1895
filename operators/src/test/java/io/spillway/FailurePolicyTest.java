package io.spillway;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.spillway.policy.Backoff;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.Decider;
import io.spillway.policy.Failures;
import io.spillway.source.ResolvingSource;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.junit.jupiter.api.Test;

/** What is done about a failure stands in the policy matrix and nowhere else. */
class FailurePolicyTest {
  private static final String POLICY = "io.spillway.policy..";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPaths(Path.of("target", "classes"), Path.of("..", "core", "target", "classes"));

  private static Set<String> callers(DescribedPredicate<JavaAccess<?>> call) {
    Set<String> callers = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      type.getAccessesFromSelf().stream()
          .filter(call)
          .forEach(access -> callers.add(type.getSimpleName()));
    }
    return callers;
  }

  private static DescribedPredicate<JavaAccess<?>> callTo(Class<?> owner, String... names) {
    Set<String> wanted = Set.of(names);
    return new DescribedPredicate<>("a call to %s.%s", owner.getSimpleName(), wanted) {
      @Override
      public boolean test(JavaAccess<?> access) {
        return access.getTargetOwner().isEquivalentTo(owner)
            && wanted.contains(access.getTarget().getName());
      }
    };
  }

  @Test
  void waitsBetweenAttemptsAreMadeInThePolicyOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(POLICY)
        .should()
        .callConstructorWhere(
            DescribedPredicate.describe(
                "of a backoff", call -> call.getTargetOwner().isEquivalentTo(Backoff.class)))
        .check(CLASSES);
    assertThat(callers(callTo(Backoff.class, "exponential", "linear", "constant")))
        .containsExactly("JobMatrix");
  }

  @Test
  void numbersOfAttemptsAndWaitsHaveNoConstantsOfTheirOwn() {
    noFields()
        .that()
        .areDeclaredInClassesThat(
            resideInAPackage("io.spillway..")
                .and(DescribedPredicate.not(resideInAPackage(POLICY)))
                .and(DescribedPredicate.not(resideInAPackage("io.spillway.metrics.."))))
        .and()
        .areStatic()
        .should()
        .haveNameMatching(".*(RETRY_|_RETRIES|ATTEMPTS|BACKOFF|MAX_CUTS).*")
        .check(CLASSES);
  }

  /** The committers as the policy says, and one that waits for the steps of the owner before it. */
  @Test
  void nothingElseSleeps() {
    assertThat(callers(callTo(Thread.class, "sleep")))
        .containsExactly("GuardedSink", "PlanRun", "StorageCommitter");
  }

  @Test
  void recordsLeaveTheFlowWhereThePolicyWasAsked() {
    assertThat(callers(callTo(DeadLetter.class, "<init>")))
        .containsExactly(
            "DeadLetter", "DeadLetterParser", "DeadLetterSerializer", "SearchDeadLetters");
    assertThat(callers(callTo(DeadLetter.class, "undecodable"))).containsExactly("PoisonRuling");
    Set<String> burying = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      type.getConstructorCallsFromSelf().stream()
          .filter(call -> call.getTargetOwner().getSimpleName().equals("DeadDocument"))
          .forEach(call -> burying.add(type.getSimpleName()));
    }
    assertThat(burying).containsExactly("DeadDocuments", "SearchCommittableSerializer");
  }

  @Test
  void everyPlaceThatCanFailAsks() {
    assertThat(callers(callTo(Decider.class, "decide")))
        .contains(
            "CursorFunction",
            "Failures",
            "IndexGuard",
            "Parking",
            "PartitionLooks",
            "PlannerOperator",
            "PoisonRuling",
            "BulkResponseHandler",
            "SpoolMetrics",
            "StorageCommitter",
            "StorageWriter");
    assertThat(callers(callTo(Failures.class, "decide")))
        .containsExactly(
            "Failures",
            "GuardedCommitter",
            "GuardedMailbox",
            "GuardedSink",
            "GuardedWriter",
            "Reached",
            "ResolvingReader",
            "SplitContext");
  }

  /** A committer's word that a failure is known would drop what it was to commit. */
  @Test
  void nothingIsDroppedOrTriedAgainByFlinksCommitterOnItsOwn() {
    assertThat(
            callers(
                callTo(
                    Committer.CommitRequest.class,
                    "signalFailedWithKnownReason",
                    "retryLater",
                    "updateAndRetryLater")))
        .containsExactly("GuardedCommitter");
  }

  /** Sources and sinks of Flink's are made where the policy is put around them. */
  @Test
  void connectorsOfFlinksAreGuarded() {
    assertThat(callers(callTo(KafkaSource.class, "builder"))).containsExactly("KafkaInput");
    assertThat(callers(callTo(ResolvingSource.class, "<init>")))
        .containsExactly("FilesInput", "KafkaInput");
  }
}
