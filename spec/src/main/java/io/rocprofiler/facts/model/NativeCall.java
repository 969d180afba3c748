package io.rocprofiler.facts.model;

/// An internal request of the C half to the engine, sent through the entry point of the C API.
///
/// @param number greater than those of the exported functions
/// @param about its arguments and its result
public record NativeCall(String name, int number, String about) {}
