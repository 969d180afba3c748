package io.rocprofiler.sdk.internal.plan;

/// A callback of a Java tool, as the call path calls it.
///
/// Thread rule: any thread, inside the call; it throws nothing.
public interface JavaHandler {
    /// Handles a record.
    ///
    /// @param record address of a `rocprofiler_callback_tracing_record_t`
    /// @param userData address of the entry's word
    void call(SlotEntry entry, long record, long userData, long thread);
}
