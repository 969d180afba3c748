package io.rocprofiler.sdk;

/// Receives a notification for each ROCm runtime in this process.
@FunctionalInterface
public interface RuntimeListener {
    /// Called when a runtime has registered its tables; its calls are traced from now on.
    ///
    /// Thread rule: the program's thread that initialises the runtime; the runtime is not usable yet.
    ///
    /// @param library `hsa`, `hip`, `hip_compiler`, `roctx`, `rccl`, `rocdecode`, `rocjpeg`,
    ///     `rocshmem` or `hipFile`
    /// @param version `10000 * major + 100 * minor + patch`
    /// @param instance 0 for the first copy of the library in this process
    void onRuntime(String library, long version, long instance);
}
