package io.rocprofiler.export.parquet;

import org.jspecify.annotations.Nullable;

/// The values of one column that are not yet written: those of a row group.
///
/// @param <R> what a row is made of
abstract sealed class Chunk<R> permits NumberChunk, TextChunk {

    /// The bounds of a chunk, by which readers skip row groups.
    ///
    /// @param absent the number of rows without a value
    /// @param any whether there is a value; without one there are no bounds
    record Bounds(long least, long most, long absent, boolean any) {}

    /// The form of a chunk's pages.
    ///
    /// @param dictionarySize 0 without a dictionary
    record Pages(int encoding, int dictionarySize) {}

    /// Adds the record's value.
    abstract void add(R record);

    /// The memory held in addition to the fixed amount per row, in bytes.
    abstract long heldBytes();

    /// Encodes all values and clears the chunk.
    abstract Pages encode(Bytes dictionary, Bytes data);

    /// The bounds of the values before encoding; null if the column has none.
    abstract @Nullable Bounds bounds();
}
