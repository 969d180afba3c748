package io.rocprofiler.sdk.internal.gpu;

/// The functions of an HSA runtime that are needed to follow its work.
///
/// Thread rule: any thread.
interface GpuFunctions {
    /// Whether the runtime has all of them: a slot of its tables may be null.
    boolean areComplete();

    /// `hsa_signal_create` with value 1 for any consumer; returns 0 on failure.
    long createSignal();

    /// `hsa_signal_destroy`
    void destroySignal(long signal);

    /// `hsa_signal_store_relaxed`, or its silent form, which wakes no waiting thread.
    void store(long signal, long value);

    /// `hsa_amd_signal_async_handler` for the condition that the signal falls below 1.
    ///
    /// @param handler address of a `hsa_amd_signal_handler`
    /// @return false if the runtime refuses
    boolean watch(long signal, long handler, long argument);

    /// `hsa_amd_profiling_get_async_copy_time`: begin and end in ticks of the system's clock, two words at `times`.
    ///
    /// @return false if there are no times
    boolean copyTimes(long signal, long times);

    /// Ticks per second of the system's clock; 0 if the query fails.
    long clockHertz();
}
