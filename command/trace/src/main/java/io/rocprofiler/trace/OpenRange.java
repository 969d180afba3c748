package io.rocprofiler.trace;

/// A ROC-TX range that was still open when its process ended.
///
/// @param message the program's text, empty if lost
public record OpenRange(long internalId, long threadId, long startNanos, String message) {}
