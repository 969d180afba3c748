package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.TraceRecord;
import org.jspecify.annotations.Nullable;

/// The values of one column that are not yet in the file: a row group's.
///
/// @param <R> the records of the file
abstract sealed class Chunk<R extends TraceRecord> permits NumberChunk, TextChunk {

    /// The bounds of a chunk, so that readers can leave out row groups.
    record Bounds(long least, long most) {}

    /// A chunk as the pages that hold it.
    ///
    /// @param dictionarySize 0 if there is none
    record Pages(int encoding, int dictionarySize) {}

    /// Takes the record's value.
    abstract void add(R record);

    /// Bytes held beyond those per row.
    abstract long heldBytes();

    /// Encodes all values and forgets them.
    abstract Pages encode(Bytes dictionary, Bytes data);

    /// Of the values, before they are encoded; null if the column has none.
    abstract @Nullable Bounds bounds();
}
