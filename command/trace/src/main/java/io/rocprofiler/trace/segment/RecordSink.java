package io.rocprofiler.trace.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Receives the committed records of a segment in the order of the file.
@FunctionalInterface
public interface RecordSink {

    /// Receives one record.
    ///
    /// @param kind AMD's buffer kind, or one of the segment's own
    /// @param bytes hold the record, valid until this method returns
    /// @param at the offset of the record in `bytes`
    /// @param place the offset of the record in the segment
    void record(int kind, MemorySegment bytes, long at, long place) throws IOException;
}
