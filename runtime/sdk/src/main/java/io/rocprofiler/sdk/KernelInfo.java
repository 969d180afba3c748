package io.rocprofiler.sdk;

/// A kernel that is or was loaded: see [Profiler#kernel].
///
/// Not for implementation: see the package.
public interface KernelInfo {
    /// {@return the kernel's number in this process, as [DispatchInfo#kernelId]}
    long kernelId();

    /// {@return the number of the code object it came with, as [CodeObjectLoad#codeObjectId]}
    long codeObjectId();

    /// {@return the name as in the source, with its parameters, such as `void scale<float>(float*, int)`} Mangled
    /// if the process has no C++ runtime library (`libstdc++.so.6`).
    String name();

    /// {@return the name as the compiler mangled it, without the suffix `.kd`}
    String mangledName();
}
