package io.rocprofiler.trace;

import java.util.List;

/// A function of the program by which a kernel is launched.
///
/// @param dimensions thread ids, block ids, block dimensions, grid dimensions: x, y, z each
public record HostFunction(
        long size,
        long hostFunctionId,
        long kernelId,
        long codeObjectId,
        long address,
        long modules,
        String deviceFunction,
        long threadLimit,
        List<Long> dimensions,
        long workgroupSize) {}
