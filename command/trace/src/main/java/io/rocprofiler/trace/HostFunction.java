package io.rocprofiler.trace;

import java.util.List;

/// A function of the program that launches a kernel.
///
/// @param dimensions x, y, z of the thread ids, block ids, block dimensions and grid dimensions
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
