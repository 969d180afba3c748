package io.rocprofiler.trace;

/// A code object loaded onto an agent.
///
/// @param storageType a `CodeObjectStorageType` number: tells whether the file or the memory fields are meaningful
public record CodeObject(
        long size,
        long codeObjectId,
        long agentId,
        String uri,
        long loadBase,
        long loadSize,
        long loadDelta,
        int storageType,
        long storageFile,
        long memoryBase,
        long memorySize) {}
