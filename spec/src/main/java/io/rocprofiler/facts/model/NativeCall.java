package io.rocprofiler.facts.model;

/// What the C half asks of the engine through the door of the C API.
///
/// @param number above those of the exported functions
/// @param about its arguments and what comes back
public record NativeCall(String name, int number, String about) {}
