package io.rocprofiler.facts.model;

/// A name for a scalar, and the header that declares it.
public record Typedef(String name, String file, Kind kind) {}
