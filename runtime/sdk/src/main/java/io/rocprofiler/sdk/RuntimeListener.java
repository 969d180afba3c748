package io.rocprofiler.sdk;

/// Is told of the ROCm runtimes in this process.
@FunctionalInterface
public interface RuntimeListener {
    /// A runtime registered its tables, and its calls will be traced from now on.
    ///
    /// Thread rule: the program's thread that initialises the runtime, which is not usable yet.
    ///
    /// @param library `hsa`, `hip`, `hip_compiler`, `roctx`, `rccl`, `rocdecode` or `rocjpeg`
    /// @param version `10000 * major + 100 * minor + patch`
    /// @param instance 0 for the first copy of the library in this process
    void onRuntime(String library, long version, long instance);
}
