package io.spillway.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.Namespace;
import io.spillway.job.start.StateUids;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The uids of all operators, to the letter: a savepoint finds its state by them. Who changes this
 * list gives up the state of every job that runs.
 */
class UidsTest {
  private static final String FILES =
      """
      pipeline: {name: shop, parallelism: 2}
      sources:
        - {type: files, path: in}
        - {type: kafka, bootstrap-servers: 'localhost:9092', topics: [shop]}
      storage: {path: out}
      """;

  @TempDir Path folder;

  @Test
  void everyOperatorHasItsPinnedUid() throws Exception {
    assertThat(uids(FILES))
        .containsExactlyInAnyOrder(
            "source-0",
            "decode-0",
            "source-1",
            "decode-1",
            "storage-gaps-0",
            "storage-gaps-1",
            "spool",
            "storage",
            "storage: planner",
            "Sink Committer: storage",
            "storage: acks",
            "storage: cursor",
            "storage: cursor-events",
            "Sink Committer: storage: cursor-events",
            "dead-letters",
            "Sink Committer: dead-letters");
  }

  @Test
  void logsInTopicsHaveTheSameUids() throws Exception {
    assertThat(uids(FILES + "cursor: {events: {type: kafka, topic: events}}\n"))
        .containsExactlyInAnyOrderElementsOf(uids(FILES));
  }

  @Test
  void deadLettersInATopicHaveTheSameUids() throws Exception {
    assertThat(uids(FILES + "errors: {dead-letters: {type: kafka, topic: dead}}\n"))
        .containsExactlyInAnyOrderElementsOf(uids(FILES));
  }

  @Test
  void currentValuesAddTheirOwnAndChangeNoOther() throws Exception {
    List<String> all = new ArrayList<>(uids(FILES));
    all.addAll(List.of("storage: cursor-values", "storage: cursor-values-committer"));
    assertThat(uids(FILES + "cursor: {values: {type: kafka, topic: values}}\n"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void theSearchBranchAddsItsOwnAndChangesNoOther() throws Exception {
    List<String> all = new ArrayList<>(uids(FILES));
    all.addAll(
        List.of(
            "search-gaps-0",
            "search-gaps-1",
            "search-rows-0",
            "search-rows-1",
            "search-ddls-0",
            "search-ddls-1",
            "search-replays-0",
            "search-replays-1",
            "search",
            "search-committer",
            "search-acks",
            "search-ddl-effects",
            "search-cursor",
            "search-cursor-events",
            "Sink Committer: search-cursor-events",
            "search-dead-letters"));
    assertThat(uids(FILES + "elasticsearch: {hosts: ['http://localhost:9200']}\n"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void controlAddsOneOperatorForEachNamespace() throws Exception {
    List<String> all = new ArrayList<>(uids(FILES));
    all.add("control");
    assertThat(uids(FILES + "control: {path: control.yaml}\n"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void controlOfTheSearchBranchAddsOneMore() throws Exception {
    String search = FILES + "elasticsearch: {hosts: ['http://localhost:9200']}\n";
    List<String> all = new ArrayList<>(uids(search));
    all.addAll(List.of("control", "search-control"));
    assertThat(uids(search + "control: {path: control.yaml}\n"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void aBackfillHasOperatorsOfItsOwnAndChangesNoOther() throws Exception {
    List<String> all = new ArrayList<>(uids(FILES));
    all.addAll(
        List.of(
            "source-2",
            "decode-2",
            "storage-gaps-2",
            "BACKFILL~plan-7.structure-0",
            "BACKFILL~plan-7.structure-1",
            "BACKFILL~plan-7.spool",
            "BACKFILL~plan-7.storage",
            "BACKFILL~plan-7.storage: planner",
            "Sink Committer: BACKFILL~plan-7.storage",
            "BACKFILL~plan-7.storage: acks",
            "BACKFILL~plan-7.storage: cursor",
            "BACKFILL~plan-7.storage: BACKFILL~plan-7.cursor-events",
            "Sink Committer: BACKFILL~plan-7.storage: BACKFILL~plan-7.cursor-events"));
    String both =
        FILES.replace(
            "storage:",
            "  - {type: files, path: old, operation: BACKFILL, namespace: plan-7}\nstorage:");
    assertThat(uids(both)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(all)
        .as("where a start finds what is to be committed")
        .contains(
            StateUids.committer(Namespace.HARVEST),
            StateUids.committer(new Namespace("BACKFILL", "plan-7")));
  }

  private List<String> uids(String pipeline) throws Exception {
    StreamGraph graph = BuiltGraph.of(folder, pipeline);
    return graph.getStreamNodes().stream().map(StreamNode::getTransformationUID).toList();
  }
}
