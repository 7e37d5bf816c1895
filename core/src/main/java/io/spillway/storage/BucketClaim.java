package io.spillway.storage;

import java.io.Serializable;

/**
 * For whom a sink writes into its bucket.
 *
 * @param pipeline its name
 * @param label of the namespace, whose owner is its own; empty for HARVEST
 * @param lineage of a start from nothing; empty where the bucket's is adopted, or a new one made
 * @param takeOver whether the bucket may be another pipeline's or lineage's
 */
public record BucketClaim(String pipeline, String label, String lineage, boolean takeOver)
    implements Serializable {
  /** Of a pipeline that takes nothing from others. */
  public static BucketClaim of(String pipeline) {
    return new BucketClaim(pipeline, "", "", false);
  }

  /** The same for the sink of a namespace. */
  public BucketClaim in(String namespaceLabel) {
    return new BucketClaim(pipeline, namespaceLabel, lineage, takeOver);
  }

  /** Path of the owner file, relative to the bucket's root. */
  public String ownerPath() {
    return Owner.path(label);
  }

  /** Path of the file of the newest plan, relative to the bucket's root. */
  public String lastPlanPath() {
    return LastPlan.path(label);
  }
}
