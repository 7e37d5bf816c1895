package io.spillway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One statement after another on a table {@code shop.t (a INT PRIMARY KEY, b VARCHAR(10), c
 * DECIMAL(8,2))}: kinds, and files with their columns.
 */
class DdlStatementsTest {
  private static final String T =
      "create table t (a int primary key, b varchar(10), c decimal(8,2))";
  private static final String A = "a INT(11)! PK";
  private static final String B = "b VARCHAR(10)";
  private static final String C = "c DECIMAL(8,2)";
  private static final String ABC = A + ", " + B + ", " + C;

  static Stream<Arguments> newTables() {
    return Stream.of(
        arguments("create table n (x int)", "x INT(11)"),
        arguments(
            "create table n (x int, key i (x) where x > 3 and (x < 9 or x in (11, 12)), y date)",
            "x INT(11), y DATE"),
        arguments(
            "create table n (x bigint default next value for `s` not null, y int)",
            "x BIGINT(20)!, y INT(11)"),
        arguments(
            "create table n (y int, x vector(3), vector index i((vec_cosine_distance(x))) using"
                + " hnsw)",
            "y INT(11), x VECTOR"),
        arguments("CREATE TABLE IF NOT EXISTS `n` (`X` INTEGER(5) NOT NULL)", "X INT(5)!"),
        arguments(
            "create table n (x tinyint, y smallint, z mediumint, w bigint)",
            "x TINYINT(4), y SMALLINT(6), z MEDIUMINT(9), w BIGINT(20)"),
        arguments(
            "create table n (x tinyint unsigned, y smallint unsigned, z mediumint unsigned)",
            "x TINYINT UNSIGNED(3), y SMALLINT UNSIGNED(5), z MEDIUMINT UNSIGNED(8)"),
        arguments(
            "create table n (x int unsigned, y bigint unsigned, z int(4) zerofill)",
            "x INT UNSIGNED(10), y BIGINT UNSIGNED(20), z INT UNSIGNED(4)"),
        arguments(
            "create table n (x bool, y boolean default true, z serial)",
            "x TINYINT(1), y TINYINT(1) =\"1\", z BIGINT UNSIGNED(20)!"),
        arguments(
            "create table n (x int1, y int2, z int3, w int4, v int8, u middleint)",
            "x TINYINT(4), y SMALLINT(6), z MEDIUMINT(9), w INT(11), v BIGINT(20), u MEDIUMINT(9)"),
        arguments(
            "create table n (x decimal, y numeric(5), z dec(7,3) unsigned, w fixed(4,0))",
            "x DECIMAL(10,0), y DECIMAL(5,0), z DECIMAL UNSIGNED(7,3), w DECIMAL(4,0)"),
        arguments(
            "create table n (x float, y double, z real, w double precision)",
            "x FLOAT(12), y DOUBLE(22), z DOUBLE(22), w DOUBLE(22)"),
        arguments(
            "create table n (x float(7,3), y double(9,0), z float(24), w float(25))",
            "x FLOAT(7,3), y DOUBLE(9), z FLOAT(12), w DOUBLE(22)"),
        arguments(
            "create table n (x char, y binary, z char(7), w varbinary(9), v bit, u bit(5))",
            "x CHAR(1), y BINARY(1), z CHAR(7), w VARBINARY(9), v BIT(1), u BIT(5)"),
        arguments(
            "create table n (x nchar(3), y nvarchar(4), z national varchar(5))",
            "x CHAR(3), y VARCHAR(4), z VARCHAR(5)"),
        arguments(
            "create table n (x character varying(7), y long, z long varbinary)",
            "x VARCHAR(7), y MEDIUMTEXT(16777215), z MEDIUMBLOB(16777215)"),
        arguments(
            "create table n (x tinytext, y text, z mediumtext, w longtext)",
            "x TINYTEXT(255), y TEXT(65535), z MEDIUMTEXT(16777215), w LONGTEXT(4294967295)"),
        arguments(
            "create table n (x tinyblob, y blob, z mediumblob, w longblob)",
            "x TINYBLOB(255), y BLOB(65535), z MEDIUMBLOB(16777215), w LONGBLOB(4294967295)"),
        arguments(
            "create table n (x char(3) byte, y varchar(4) charset binary)",
            "x BINARY(3), y VARBINARY(4)"),
        arguments(
            "create table n (x datetime, y datetime(6), z timestamp(0), w time(3), v year)",
            "x DATETIME, y DATETIME(,6), z TIMESTAMP, w TIME(,3), v YEAR(4)"),
        arguments("create table n (x date, y json, z vector(3))", "x DATE, y JSON, z VECTOR"),
        arguments(
            "create table n (x enum('a','it''s','\\\\'), y set(\"p\",\"q\"))",
            "x ENUM[a, it's, \\], y SET[p, q]"),
        arguments(
            "create table n (x enum('a ',' b  ',' '), y set(0x61, x'C3A9', b'01100011'))",
            "x ENUM[a,  b, ], y SET[a, é, c]"),
        arguments(
            "create table n (x int default 5, y int default -5, z int default +5)",
            "x INT(11) =\"5\", y INT(11) =\"-5\", z INT(11) =\"5\""),
        arguments(
            "create table n (x varchar(9) default 'say \"hi\"\\n', y int default null)",
            "x VARCHAR(9) =\"say \\\"hi\\\"\\n\", y INT(11)"),
        arguments(
            "create table n (x char(3) default \"q\", y char(3) default 'a' 'b')",
            "x CHAR(3) =\"q\", y CHAR(3) =\"ab\""),
        arguments(
            "create table n (x timestamp default current_timestamp on update now(),"
                + " y datetime(3) default now(3))",
            "x TIMESTAMP =\"CURRENT_TIMESTAMP\", y DATETIME(,3) =\"CURRENT_TIMESTAMP\""),
        arguments(
            "create table n (x date default date '2020-01-02', y json default (json_array( )))",
            "x DATE =\"2020-01-02\", y JSON =\"json_array( )\""),
        arguments(
            "create table n (x int auto_increment unique comment 'c', y text charset utf8mb4)",
            "x INT(11)!, y TEXT(65535)"),
        arguments(
            "create table n (x int, y int null, primary key (Y, x))",
            "x INT(11)! PK, y INT(11)! PK"),
        arguments("create table n (x int key, y int unique key)", "x INT(11)! PK, y INT(11)"),
        arguments(
            "create table n (x int, key k (x), unique u (x), fulltext f (x), check (x > 1))",
            "x INT(11)"),
        arguments(
            "create table n (x int, v int as (x+1), s int as (x*2) stored not null)",
            "x INT(11), s INT(11)!"),
        arguments("create table \"n\" (\"x y\" int default \"3\")", "x y INT(11) =\"3\""),
        arguments("create table n (`x``y` int)", "x`y INT(11)"),
        arguments("create table n (x int) partition by hash (x) partitions 4", "x INT(11)"),
        arguments(
            "create table n (x bigint primary key clustered auto_random(5)) auto_id_cache 1",
            "x BIGINT(20)! PK"),
        arguments(
            "create table n (x int, primary key (x) /*T![clustered_index] CLUSTERED */)",
            "x INT(11)! PK"),
        arguments(
            "create table n (x varchar(4), y text, z char(3) charset latin1, w tinytext collate"
                + " utf8mb4_bin, v nchar(2), u json, e enum('a')) default charset=binary",
            "x VARBINARY(4), y BLOB(65535), z CHAR(3), w TINYTEXT(255), v CHAR(2), u JSON, e"
                + " ENUM[a]"),
        arguments(
            "create table n (x varchar(4), y longtext) engine=innodb collate='binary'",
            "x VARBINARY(4), y LONGBLOB(4294967295)"),
        arguments(
            "create table n (x varchar(4) collate binary, y varchar(4) binary)",
            "x VARBINARY(4), y VARCHAR(4)"),
        arguments("create table n like t", ABC),
        arguments("create table n (like shop.t)", ABC),
        arguments("create table 表 (键 int)", "键 INT(11)"));
  }

  @ParameterizedTest
  @MethodSource("newTables")
  void createTableGivesItsColumns(String sql, String columns) {
    Catalog catalog = withT();

    DdlOutcome outcome = catalog.apply(Shown.ddl(20, sql.contains("表") ? "shop.表" : "shop.n", sql));

    assertThat(outcome.files()).hasSize(1);
    assertThat(outcome.files().get(0).type()).isEqualTo(DdlAction.CREATE_TABLE);
    assertThat(Shown.columns(outcome.files().get(0).structure().columns())).isEqualTo(columns);
    assertThat(outcome.warnings()).isEmpty();
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        arguments("alter table t add column d int", 5, ABC + ", d INT(11)"),
        arguments(
            "ALTER TABLE `shop`.`t` ADD `d` INT NOT NULL DEFAULT '0' FIRST",
            5,
            "d INT(11)! =\"0\", " + ABC),
        arguments("alter table t add d int after A", 5, A + ", d INT(11), " + B + ", " + C),
        arguments("alter table t add (d int, e date)", 5, ABC + ", d INT(11), e DATE"),
        arguments(
            "alter table t add d int, add e int first", 5, "e INT(11), " + ABC + ", d INT(11)"),
        arguments("alter table t add column if not exists d int", 5, ABC + ", d INT(11)"),
        arguments(
            "alter table t add column if not exists B int, add d int", 5, ABC + ", d INT(11)"),
        arguments("alter table t add column /*T! IF NOT EXISTS */ b int first", 5, ABC),
        arguments("alter table t add if not exists `b` int", 5, ABC),
        arguments("create table if not exists t like u", 3, ABC),
        arguments(
            "alter table t add d varchar(3), convert to charset binary",
            61,
            A + ", b VARBINARY(10), " + C + ", d VARBINARY(3)"),
        arguments("alter table t charset binary, add d text", 61, ABC + ", d BLOB(65535)"),
        arguments("alter table t add column /*T! IF NOT EXISTS */ d int", 5, ABC + ", d INT(11)"),
        arguments("alter table t drop column B", 6, A + ", " + C),
        arguments("alter table t drop b, drop c", 6, A),
        arguments("alter table t drop column if exists b", 6, A + ", " + C),
        arguments("alter table t modify b varchar(20) not null", 12, A + ", b VARCHAR(20)!, " + C),
        arguments(
            "alter table t modify column c bigint first", 12, "c BIGINT(20), " + A + ", " + B),
        arguments("alter table t modify a bigint", 12, "a BIGINT(20)! PK, " + B + ", " + C),
        arguments(
            "alter table t change b `Bee` text after c", 12, A + ", " + C + ", Bee TEXT(65535)"),
        arguments("alter table t rename column b to Bee", 12, A + ", Bee VARCHAR(10), " + C),
        arguments(
            "alter table t alter column b set default 'x'", 15, A + ", " + B + " =\"x\", " + C),
        arguments(
            "alter table t alter b set default (uuid())", 15, A + ", " + B + " =\"uuid()\", " + C),
        arguments("alter table t alter b drop default", 15, ABC),
        arguments("alter table t drop primary key", 33, "a INT(11)!, " + B + ", " + C),
        arguments(
            "alter table t add primary key (a, c)", 32, A + ", " + B + ", c DECIMAL(8,2)! PK"),
        arguments(
            "alter table t drop primary key, add constraint primary key (b)",
            61,
            "a INT(11)!, b VARCHAR(10)! PK, " + C),
        arguments("alter table t add index i (b)", 7, ABC),
        arguments("alter table t add unique key (b), add fulltext key (b)", 7, ABC),
        arguments("alter table t drop index i", 8, ABC),
        arguments("alter table t rename index i to j", 18, ABC),
        arguments("alter table t alter index i invisible", 41, ABC),
        arguments("alter table t add constraint f foreign key (b) references u (b)", 9, ABC),
        arguments("alter table t drop foreign key f", 10, ABC),
        arguments("alter table t add constraint k check (a > 0)", 43, ABC),
        arguments("alter table t drop check k", 44, ABC),
        arguments("create index i on t (b)", 7, ABC),
        arguments("create unique index i using btree on shop.t (b(3), (lower(b)))", 7, ABC),
        arguments("drop index i on t", 8, ABC),
        arguments("alter table t comment = 'x'", 17, ABC),
        arguments("alter table t auto_increment = 100", 13, ABC),
        arguments("alter table t convert to character set utf8mb4 collate utf8mb4_bin", 22, ABC),
        arguments("alter table t default charset utf8mb4", 22, ABC),
        arguments("alter table t engine = innodb", 0, ABC),
        arguments("alter table t set tiflash replica 1", 0, ABC),
        arguments("alter table t ttl = `b` + interval 3 month", 0, ABC),
        arguments("alter table t force", 0, ABC),
        arguments("alter table t add partition (partition p2 values less than (30))", 19, ABC),
        arguments("alter table t drop partition p1, p2", 20, ABC),
        arguments("alter table t truncate partition p1", 23, ABC),
        arguments(
            "alter table t reorganize partition p0 into (partition p1 values less than (5))",
            64,
            ABC),
        arguments("alter table t remove partitioning", 72, ABC),
        arguments("alter table t partition by hash (a) partitions 4", 71, ABC),
        arguments(
            "alter table t add d int, drop b, add index (d)", 61, A + ", " + C + ", d INT(11)"),
        arguments(
            "alter table t algorithm = inplace, lock = none, add d int", 5, ABC + ", d INT(11)"),
        arguments(
            "alter table t add v int as (a) after a, add d int after v",
            5,
            A + ", d INT(11), " + B + ", " + C),
        arguments("truncate table t", 11, ABC),
        arguments("truncate shop.t", 11, ABC),
        arguments("drop table t", 4, ABC),
        arguments("drop table if exists `T` cascade", 4, ABC),
        arguments("-- say\nalter table t /* why */ add d int; # done", 5, ABC + ", d INT(11)"),
        arguments("/*!40101 set names utf8 */;; alter table t add d int;;", 5, ABC + ", d INT(11)"),
        arguments("alter table t add d int; alter table t drop b", 6, A + ", " + C + ", d INT(11)"),
        arguments("use shop; alter table t add d int", 5, ABC + ", d INT(11)"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeGivesTheTableItsNewStructure(String sql, int type, String columns) {
    Catalog catalog = withT();

    DdlOutcome outcome = catalog.apply(Shown.ddl(20, "shop.t", sql));

    assertThat(outcome.files().stream().map(Shown::file))
        .containsExactly(type + " shop.t: " + columns);
    assertThat(outcome.files().get(0).query()).isEqualTo(sql);
    assertThat(outcome.files().get(0).version()).isEqualTo(20);
    assertThat(outcome.drained()).contains(Shown.id("shop.t"));
    assertThat(outcome.wholeDatabase()).isFalse();
    assertThat(outcome.warnings()).isEmpty();
    assertThat(Shown.columns(catalog.structure(Shown.id("shop.t"), 20).columns()))
        .isEqualTo(columns);
    assertThat(Shown.columns(catalog.structure(Shown.id("shop.t"), 10).columns())).isEqualTo(ABC);
  }

  @Test
  void aTableWhoseTextsAreBinaryStaysOne() {
    Catalog before = new Catalog();
    before.apply(
        Shown.ddl(10, "shop.t", "create table t (a varchar(9), b int) default charset binary"));
    Catalog catalog = Catalog.restore(List.of(before.snapshot()));
    catalog.apply(Shown.ddl(20, "shop.t", "alter table t add c text, modify b char(3)"));
    catalog.apply(Shown.ddl(30, "shop.t", "create table u like t"));
    catalog.apply(Shown.ddl(40, "shop.t", "alter table t rename v"));
    catalog.apply(Shown.ddl(50, "shop.t", "alter table u add d char(4) charset utf8mb4"));
    catalog.apply(Shown.ddl(60, "shop.t", "alter table v default charset utf8mb4, add d text"));

    assertThat(Shown.columns(catalog.structure(Shown.id("shop.u"), 60).columns()))
        .isEqualTo("a VARBINARY(9), b BINARY(3), c BLOB(65535), d CHAR(4)");
    assertThat(Shown.columns(catalog.structure(Shown.id("shop.v"), 60).columns()))
        .isEqualTo("a VARBINARY(9), b BINARY(3), c BLOB(65535), d TEXT(65535)");
  }

  @Test
  void whatIsNotUnderstoodBesideItDoesNotHideThatTextsAreBinary() {
    String sql = "create table n (x varchar(4)) character set = binary with system versioning";
    DdlOutcome outcome = new Catalog().apply(Shown.ddl(10, "shop.n", sql));

    assertThat(outcome.files().stream().map(Shown::file))
        .containsExactly("3 shop.n: x VARBINARY(4)");
  }

  static Stream<Arguments> exchanges() {
    return Stream.of(
        arguments(
            "alter table t rename column a to b, rename column b to a",
            12,
            "b INT(11)! PK, a VARCHAR(10), " + C),
        arguments(
            "alter table t change a b int, change b a varchar(10)",
            12,
            "b INT(11)! PK, a VARCHAR(10), " + C),
        arguments(
            "alter table t rename column a to b, rename column b to d",
            12,
            "b INT(11)! PK, d VARCHAR(10), " + C),
        arguments("alter table t rename column b to c, drop column c", 61, A + ", c VARCHAR(10)"),
        arguments("alter table t add b int, drop b", 61, A + ", " + C + ", b INT(11)"),
        arguments("alter table t drop b, add b int", 61, A + ", " + C + ", b INT(11)"),
        arguments(
            "alter table t add b int after a, change b d date",
            61,
            A + ", b INT(11), d DATE, " + C),
        arguments(
            "alter table t rename column b to d, alter b set default 'x'",
            61,
            A + ", d VARCHAR(10) =\"x\", " + C),
        arguments(
            "alter table t rename column a to b, rename column b to a, drop primary key,"
                + " add primary key (a)",
            61,
            "b INT(11)!, a VARCHAR(10)! PK, " + C));
  }

  @ParameterizedTest
  @MethodSource("exchanges")
  void clausesNameColumnsAsTheyWereBeforeTheStatement(String sql, int type, String columns) {
    aChangeGivesTheTableItsNewStructure(sql, type, columns);
  }

  private static Catalog withT() {
    Catalog catalog = new Catalog();
    catalog.apply(Shown.ddl(10, "shop.t", T));
    return catalog;
  }
}
