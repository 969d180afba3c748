package io.rocprofiler.trace;

/// A kernel of a code object, as described when the code object was loaded.
///
/// @param name mangled, ends with `.kd`
public record KernelSymbol(
        long size,
        long kernelId,
        long codeObjectId,
        String name,
        long kernelObject,
        long kernargSegmentBytes,
        long kernargSegmentAlignment,
        long groupSegmentBytes,
        long privateSegmentBytes,
        long sgprCount,
        long archVgprCount,
        long accumVgprCount,
        long entryByteOffset,
        long address) {}
