package io.rocprofiler.facts.model;

/// What a function returns: its C type as written and its machine type.
public record Result(String type, Kind kind) {}
