package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Stores the arguments of callbacks; increments their `user_data`.
public final class SeenCalls implements JavaHandler {
    /// One callback.
    ///
    /// @param payload the bytes after its size, as words
    public record Seen(CallbackPhase phase, long id, long ancestor, long threadId, long userData, List<Long> payload) {}

    private final List<Seen> all = new ArrayList<>();

    @Override
    public void call(SlotEntry entry, long record, long userData, long thread) {
        long ids = record + CallbackTracingRecord.CORRELATION_ID;
        long payload = Memory.getLong(record + CallbackTracingRecord.PAYLOAD);
        List<Long> words = new ArrayList<>();
        for (long at = Long.BYTES; at < Memory.getLong(payload); at += Long.BYTES)
            words.add(Memory.getLong(payload + at));
        all.add(new Seen(
                Objects.requireNonNull(CallbackPhase.of(Memory.getInt(record + CallbackTracingRecord.PHASE))),
                Memory.getLong(ids + CorrelationId.INTERNAL),
                Memory.getLong(ids + CorrelationId.ANCESTOR),
                Memory.getLong(record + CallbackTracingRecord.THREAD_ID),
                Memory.getLong(userData),
                words));
        Memory.putLong(userData, Memory.getLong(userData) + 1);
    }

    public List<Seen> all() {
        return all;
    }

    public List<Long> ids(CallbackPhase phase) {
        return all.stream().filter(seen -> seen.phase() == phase).map(Seen::id).toList();
    }
}
