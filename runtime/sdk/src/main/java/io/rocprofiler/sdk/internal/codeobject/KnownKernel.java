package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.internal.seam.CxxNames;

/// A kernel by its number and names.
public record KnownKernel(long kernelId, long codeObjectId, String name, String mangledName) implements KernelInfo {
    static KnownKernel of(long kernelId, long codeObjectId, String mangledName) {
        return new KnownKernel(kernelId, codeObjectId, CxxNames.demangle(mangledName), mangledName);
    }
}
