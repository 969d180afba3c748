package io.rocprofiler.trace;

/// A ROC-TX range that had begun but not ended when the process did.
///
/// @param message the program's text, empty if it was lost
public record OpenRange(long internalId, long threadId, long startNanos, String message) {}
