package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.CustomPartitionerWrapper;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SearchRoutingTest {
  private static StreamPartitioner<?> partitioner(Versioning versioning) {
    DocumentConfig d = DocumentConfig.DEFAULT;
    SearchConfig config =
        new SearchConfig(
            ConnectionConfig.of("http://localhost:9200"),
            new DocumentConfig(d.index(), d.id(), versioning, d.longIds(), d.values(), 1 << 20),
            WriterConfig.DEFAULT);
    DataStream<SearchElement> rows =
        StreamExecutionEnvironment.getExecutionEnvironment()
            .fromData(SearchElementSerializer.TYPE, Rows.upsert(1, 1, "a"));
    DataStream<SearchElement> routed = SearchRouting.apply(rows, config);
    return ((PartitionTransformation<SearchElement>) routed.getTransformation()).getPartitioner();
  }

  @ParameterizedTest
  @EnumSource(Versioning.class)
  void theRoutingTravelsWithTheJob(Versioning versioning) throws Exception {
    StreamPartitioner<?> partitioner = partitioner(versioning);
    assertThat(partitioner).isInstanceOf(CustomPartitionerWrapper.class);
    assertThat(InstantiationUtil.serializeObject(partitioner)).isNotEmpty();
  }

  @Test
  void unitsOfOrderSpreadOverTheWriters() {
    assertThat(List.of("shop.a", "shop.b", "shop.c", "shop.d"))
        .extracting(unit -> SearchRouting.writer(unit, 3))
        .contains(0, 1, 2)
        .allMatch(writer -> writer >= 0 && writer < 3);
  }
}
