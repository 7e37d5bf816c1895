package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules for tables that contradict themselves, or aren't among what is allowed. */
class TablesFaultsTest {
  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  private static String rule(String rule) {
    return Pipelines.with("tables:", "  - {match: ['shop.*'], " + rule + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "events: {ignore: [add column]}|is not one of insert, update, delete, truncate table, drop"
            + " table, truncate table partition, drop table partition: a statement that changes columns",
        "'drop: true, columns: {exclude: [a]}'|has no effect, as drop leaves out everything",
        "'columns: {exclude: [a], mask: {a: sha256}}'|masks a column that columns.exclude",
        "columns: {mask: {a: {}}}|keep-last",
        "columns: {mask: {a: {keep-last: 0}}}|1 to 1000",
        "columns: {mask: {a: md5}}|sha256",
        "'as: lake'|must have two parts, as lake.{table}",
        "'as: lake.'|a name is missing",
        "'as: \"lake.{column}\"'|'{' can't be in a name; {schema} and {table} are the only placeholders",
        "'as: lake.a.b'|'.' can't be in a name",
        "'as: \"_spillway.{table}\"'|has no place in a bucket: schema name is that of a folder",
        "'drop: true, as: \"lake.{table}\"'|has no effect, as drop leaves out everything",
      })
  void everyFaultIsNamed(String given, String fault) {
    assertThat(pipelines.faults(rule(given))).singleElement().asString().contains(fault);
  }

  @Test
  void aRuleSaysWhichTablesItIsFor() {
    assertThat(pipelines.faults(Pipelines.with("tables:", "  - {drop: true}")))
        .singleElement()
        .asString()
        .contains("tables[0].match", "is required");
    assertThat(pipelines.faults(Pipelines.with("tables:", "  - {match: [shop], drop: true}")))
        .singleElement()
        .asString()
        .contains("'shop' is no table filter");
  }
}
