package io.rocprofiler.sdk;

/// A size in three dimensions.
///
/// @param x first dimension
/// @param y second dimension
/// @param z third dimension
public record Dimensions(long x, long y, long z) {}
