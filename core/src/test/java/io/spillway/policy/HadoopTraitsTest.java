package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HadoopTraitsTest {
  @ParameterizedTest
  @CsvSource({
    "org.apache.hadoop.security.AccessControlException,CONFIGURATION",
    "org.apache.hadoop.hdfs.protocol.QuotaExceededException,LIMIT",
    "org.apache.hadoop.hdfs.server.namenode.SafeModeException,DEPENDENCY",
    "org.apache.hadoop.ipc.StandbyException,DEPENDENCY",
    "org.apache.hadoop.ipc.RetriableException,DEPENDENCY",
    "org.apache.hadoop.fs.FileAlreadyExistsException,CONFLICT",
    "org.apache.hadoop.ipc.RpcException,OTHER",
    "com.example.SafeModeException,OTHER",
  })
  void typesTellByTheirNames(String type, FailureTrait trait) {
    assertThat(HadoopTraits.ofType(type)).isEqualTo(trait);
  }

  @Test
  void othersTellNothing() {
    assertThat(FailureTrait.of(new IOException("SafeModeException"))).isEqualTo(FailureTrait.OTHER);
  }
}
