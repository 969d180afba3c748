package io.rocprofiler.facts.model;

/// The return type of a function: its C type as written and its machine type.
public record Result(String type, Kind kind) {}
