package io.rocprofiler.facts.model;

/// A named number of the SDK: an enumerator and its value.
public record Ident(String name, int id) {}
