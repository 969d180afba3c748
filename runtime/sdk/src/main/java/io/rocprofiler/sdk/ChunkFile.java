package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A trace segment (`spec/segment.json`) that chunks are parts of.
///
/// The engine's C half goes on in it when there is no engine: when the process has finalised, until it is gone, and in
/// children made by `fork`. It then makes the file longer itself, beyond what its maker may still be at; the maker
/// makes no chunk any more that it is not asked for. A child has a file of the same name, in a directory
/// `<pid>-<nanoseconds of CLOCK_BOOTTIME>` beside the directory of this one, with a copy of its `process.properties`
/// and a link to its `agents.properties`.
///
/// @param path absolute
/// @param header of the file, mapped for the rest of the process
public record ChunkFile(Path path, MemorySegment header) {}
