package io.rocprofiler.facts.model;

/// A parameter: its C type as written and its machine type.
public record Param(String name, String type, Kind kind) {}
