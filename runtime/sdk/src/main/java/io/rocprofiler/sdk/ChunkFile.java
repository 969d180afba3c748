package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A trace segment (`spec/segment.json`) that chunks belong to.
///
/// The engine's C half continues to record into this file when the engine is gone: after finalization, until the
/// process exits, and in children made by `fork`. It then extends the file itself, past any position that its
/// creator may still write to; the creator adds a chunk only when asked for one. A child gets a file of the same
/// name in a directory `<pid>-<nanoseconds of CLOCK_BOOTTIME>` next to the directory of this one, with a copy of
/// its `process.properties` and a link to its `agents.properties`.
///
/// @param path absolute path
/// @param header the file's header, mapped for the rest of the process
public record ChunkFile(Path path, MemorySegment header) {}
