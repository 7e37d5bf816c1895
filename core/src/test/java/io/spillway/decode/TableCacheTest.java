package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SourcePartition;
import org.junit.jupiter.api.Test;

class TableCacheTest {
  private static final SourcePartition FROM = new SourcePartition("s", 0);

  private static KnownTable find(TableCache cache, SourcePartition from, String db, String table) {
    Slice database = new Slice();
    Slice name = new Slice();
    database.set(Messages.utf8("\"" + db + "\""), 1, Messages.utf8(db).length + 1);
    name.set(Messages.utf8(table), 0, Messages.utf8(table).length);
    return cache.find(from, database, name);
  }

  @Test
  void findsEachTableAgainWhileItFits() {
    TableCache cache = new TableCache(DispatcherBy.TABLE, TableRule.ANY);
    KnownTable[] known = new KnownTable[5000];
    for (int i = 0; i < known.length; i++) {
      known[i] = find(cache, FROM, "d" + i % 7, "table" + i);
      assertThat(known[i].dispatcher().key()).isEqualTo("d" + i % 7 + ".table" + i);
    }
    for (int i = 0; i < known.length; i++) {
      assertThat(find(cache, new SourcePartition("s", i), "d" + i % 7, "table" + i))
          .isSameAs(known[i]);
    }
    assertThat(cache.size()).isEqualTo(known.length);
  }

  @Test
  void tellsNamesApartThatJoinToTheSameText() {
    TableCache cache = new TableCache(DispatcherBy.TABLE, TableRule.ANY);
    assertThat(find(cache, FROM, "sho", "porders").dispatcher().key()).isEqualTo("sho.porders");
    assertThat(find(cache, FROM, "shop", "orders").dispatcher().key()).isEqualTo("shop.orders");
    assertThat(find(cache, FROM, "orders", "shop").dispatcher().key()).isEqualTo("orders.shop");
  }

  @Test
  void startsOverWhenFull() {
    TableCache cache = new TableCache(DispatcherBy.TABLE, TableRule.ANY);
    KnownTable first = find(cache, FROM, "d", "0");
    for (int i = 1; i < TableCache.MAX_TABLES; i++) {
      find(cache, FROM, "d", Integer.toString(i));
    }
    assertThat(cache.size()).isEqualTo(TableCache.MAX_TABLES);
    assertThat(find(cache, FROM, "d", "0")).isSameAs(first);
    find(cache, FROM, "d", "one more");
    assertThat(cache.size()).isEqualTo(1);
    assertThat(find(cache, FROM, "d", "0")).isNotSameAs(first);
    assertThat(find(cache, FROM, "d", "0").dispatcher()).isEqualTo(first.dispatcher());
  }

  @Test
  void keepsPartitionsApartWhereTheyMakeTheDispatcher() {
    TableCache cache = new TableCache(DispatcherBy.TABLE_AND_PARTITION, TableRule.ANY);
    KnownTable one = find(cache, FROM, "d", "t");
    KnownTable two = find(cache, new SourcePartition("s", 1), "d", "t");
    assertThat(two.dispatcher().key()).isEqualTo("d.t#s-1");
    assertThat(find(cache, new SourcePartition("s", 0), "d", "t")).isSameAs(one);
    assertThat(cache.size()).isEqualTo(2);
  }
}
