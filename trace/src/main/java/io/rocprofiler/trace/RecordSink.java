package io.rocprofiler.trace;

/// Receives the committed records of a segment, in the order in which they lie in the file.
@FunctionalInterface
interface RecordSink {

    /// Takes one record.
    ///
    /// @param kind AMD's buffer kind, or one of the segment's own
    /// @param place of the record's first byte in the segment
    void record(int kind, long place);
}
