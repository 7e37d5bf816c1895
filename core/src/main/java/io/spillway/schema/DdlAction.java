package io.spillway.schema;

/** TiDB's numbers of the kinds of DDL, as the {@code Type} of a schema file carries them. */
public final class DdlAction {
  /** No kind: a structure without a statement, or a statement that has no number here. */
  public static final int NONE = 0;

  public static final int CREATE_SCHEMA = 1;
  public static final int DROP_SCHEMA = 2;
  public static final int CREATE_TABLE = 3;
  public static final int DROP_TABLE = 4;
  public static final int ADD_COLUMN = 5;
  public static final int DROP_COLUMN = 6;
  public static final int ADD_INDEX = 7;
  public static final int DROP_INDEX = 8;
  public static final int ADD_FOREIGN_KEY = 9;
  public static final int DROP_FOREIGN_KEY = 10;
  public static final int TRUNCATE_TABLE = 11;
  public static final int MODIFY_COLUMN = 12;
  public static final int REBASE_AUTO_ID = 13;
  public static final int RENAME_TABLE = 14;
  public static final int SET_DEFAULT = 15;
  public static final int TABLE_COMMENT = 17;
  public static final int RENAME_INDEX = 18;
  public static final int ADD_PARTITION = 19;
  public static final int DROP_PARTITION = 20;
  public static final int CREATE_VIEW = 21;
  public static final int TABLE_CHARSET = 22;
  public static final int TRUNCATE_PARTITION = 23;
  public static final int DROP_VIEW = 24;
  public static final int RECOVER_TABLE = 25;
  public static final int SCHEMA_CHARSET = 26;
  public static final int ADD_PRIMARY_KEY = 32;
  public static final int DROP_PRIMARY_KEY = 33;
  public static final int INDEX_VISIBILITY = 41;
  public static final int EXCHANGE_PARTITION = 42;
  public static final int ADD_CHECK = 43;
  public static final int DROP_CHECK = 44;
  public static final int ALTER_CHECK = 45;
  public static final int MULTI_SCHEMA_CHANGE = 61;
  public static final int RECOVER_SCHEMA = 63;
  public static final int REORGANIZE_PARTITION = 64;
  public static final int ALTER_PARTITIONING = 71;
  public static final int REMOVE_PARTITIONING = 72;

  private DdlAction() {}
}
