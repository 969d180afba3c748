package io.rocprofiler.trace.file;

/// Told how far a raw segment is read, which takes as long as it is large. Called on the reading thread, after each few
/// MiB or thousand records.
@FunctionalInterface
public interface Reading {

    Reading SILENT = (_, _, _) -> {};

    /// What is done with a segment, in this order.
    enum Step {
        /// In bytes, holes included.
        SCAN,
        /// In records, texts and descriptions.
        PACK
    }

    void at(Step step, long done, long all);
}
