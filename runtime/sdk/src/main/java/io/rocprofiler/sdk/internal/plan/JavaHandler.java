package io.rocprofiler.sdk.internal.plan;

/// A callback of a tool in Java, as the path of a call sees it.
///
/// Thread rule: any thread, inside the call; it throws nothing.
public interface JavaHandler {
    /// Hands over a record.
    ///
    /// @param record address of a `rocprofiler_callback_tracing_record_t`
    /// @param userData address of the entry's word
    void call(SlotEntry entry, long record, long userData, long thread);
}
