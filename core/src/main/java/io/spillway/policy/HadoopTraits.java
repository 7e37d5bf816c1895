package io.spillway.policy;

/**
 * What the types of HDFS's exceptions tell, by their names: its classes are there only where
 * somebody has put them.
 */
final class HadoopTraits {
  private static final String PACKAGE = "org.apache.hadoop.";

  private HadoopTraits() {}

  static FailureTrait of(Throwable t) {
    for (Class<?> type = t.getClass(); type != null; type = type.getSuperclass()) {
      FailureTrait trait = ofType(type.getName());
      if (trait != FailureTrait.OTHER) {
        return trait;
      }
    }
    return FailureTrait.OTHER;
  }

  static FailureTrait ofType(String name) {
    if (!name.startsWith(PACKAGE)) {
      return FailureTrait.OTHER;
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "AccessControlException", "AccessDeniedException" -> FailureTrait.CONFIGURATION;
      case "QuotaExceededException", "ClusterStorageCapacityExceededException" ->
          FailureTrait.LIMIT;
      case "SafeModeException", "StandbyException", "RetriableException" -> FailureTrait.DEPENDENCY;
      case "FileAlreadyExistsException" -> FailureTrait.CONFLICT;
      default -> FailureTrait.OTHER;
    };
  }
}
