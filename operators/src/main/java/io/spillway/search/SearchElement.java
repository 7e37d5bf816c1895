package io.spillway.search;

import org.apache.flink.api.common.typeinfo.TypeInfo;

/** What goes to the search writers: each row to one of them, settings to all. */
@TypeInfo(SearchElementSerializer.Factory.class)
public sealed interface SearchElement permits SearchRow, SearchControl {}
