package io.spillway.search;

/** What goes to the search writers: each row to one of them, settings to all. */
public sealed interface SearchElement permits SearchRow, SearchControl {}
