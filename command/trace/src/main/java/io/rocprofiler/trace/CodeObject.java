package io.rocprofiler.trace;

/// A code object that was loaded to an agent.
///
/// @param storageType a number of `CodeObjectStorageType`: which of the file and the memory is meaningful
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
