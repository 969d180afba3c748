package io.rocprofiler.trace.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Receives the committed records of a segment, in the order in which they lie in the file.
@FunctionalInterface
public interface RecordSink {

    /// Takes one record.
    ///
    /// @param kind AMD's buffer kind, or one of the segment's own
    /// @param bytes hold the record until this returns
    /// @param at of the record's first byte in these bytes
    /// @param place of the record's first byte in the segment
    void record(int kind, MemorySegment bytes, long at, long place) throws IOException;
}
