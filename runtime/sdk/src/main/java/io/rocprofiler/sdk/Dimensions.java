package io.rocprofiler.sdk;

/// A size in three dimensions.
public record Dimensions(long x, long y, long z) {}
