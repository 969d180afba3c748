package io.rocprofiler.sdk.internal.buffer;

/// Where the records of a service go, as far as a plan says it.
public sealed interface RecordPlace permits RecordBuffer, RecordPlace.InFile {
    /// A kept buffer of the process for which a plan image is compiled.
    ///
    /// @param index among the stretches of a thread block
    record InFile(int index) implements RecordPlace {}

    /// Whether records are kept, in the form of `spec/segment.json`.
    default boolean isKept() {
        return this instanceof ChunkBuffer || this instanceof InFile;
    }
}
