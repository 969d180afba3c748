package io.rocprofiler.trace;

/// A kernel of a code object, as it was when its code object was loaded.
///
/// @param name mangled, with `.kd` at its end
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
