package io.spillway.storage;

import java.io.Serializable;

/**
 * For whom a sink writes into its bucket.
 *
 * @param pipeline its name
 * @param label of the namespace, whose owner is its own; empty for HARVEST
 * @param lineage of a start from nothing; empty where the bucket's is adopted, or a new one made
 * @param takeOver whether the bucket may be another pipeline's or lineage's
 * @param again whether a job without state delivers again what stands in the bucket
 * @param files ending of the data files
 * @param form how rows stand in them where that can be chosen, as text; empty where it can't
 */
public record BucketClaim(
    String pipeline,
    String label,
    String lineage,
    boolean takeOver,
    boolean again,
    String files,
    String form)
    implements Serializable {
  /** Of a job that delivers nothing that stands in the bucket. */
  public BucketClaim(String pipeline, String label, String lineage, boolean takeOver) {
    this(pipeline, label, lineage, takeOver, false, Owner.FIRST_FILES, "");
  }

  /** The same for a job that delivers whatever it reads. */
  public BucketClaim deliveringAgain() {
    return new BucketClaim(pipeline, label, lineage, takeOver, true, files, form);
  }

  /** Of a pipeline that takes nothing from others. */
  public static BucketClaim of(String pipeline) {
    return new BucketClaim(pipeline, "", "", false);
  }

  /** The same for the sink of a namespace. */
  public BucketClaim in(String namespaceLabel) {
    return new BucketClaim(pipeline, namespaceLabel, lineage, takeOver, again, files, form);
  }

  /** The same for a sink whose data files have this ending. */
  BucketClaim writing(String extension) {
    return new BucketClaim(pipeline, label, lineage, takeOver, again, extension, form);
  }

  /** The same for a sink in whose data files rows stand so, see {@link Owner#form}. */
  public BucketClaim formed(String newForm) {
    return new BucketClaim(pipeline, label, lineage, takeOver, again, files, newForm);
  }

  /** Path of the owner file, relative to the bucket's root. */
  public String ownerPath() {
    return Owner.path(label);
  }

  /** Path of the file of the newest plan, relative to the bucket's root. */
  public String lastPlanPath() {
    return LastPlan.path(label);
  }

  /** Path of that plan itself. */
  String planPath() {
    return LastPlan.planPath(label);
  }
}
