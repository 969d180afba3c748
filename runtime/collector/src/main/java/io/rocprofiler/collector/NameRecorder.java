package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerNameOperation;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentName;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import java.lang.foreign.MemorySegment;

/// Records the names that the program gives to threads, agents and streams, before the function of ROC-TX returns.
///
/// A name is that of what the handle stands for at that moment, by its number in records: HIP reuses pointers.
final class NameRecorder implements CallbackHandler {
    private final Buffer buffer;
    private final Machine machine;
    private final Clock clock;

    NameRecorder(Buffer buffer, Machine machine, Clock clock) {
        this.buffer = buffer;
        this.machine = machine;
        this.clock = clock;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (record.phase() != CallbackPhase.ENTER || !(record instanceof ApiCall call)) return;
        if (!(call.operation() instanceof MarkerNameOperation operation)) return;
        ApiValue name = call.argument("name");
        switch (operation) {
            case roctxNameOsThread -> append(name, SegmentConstants.NAME_THREAD, call.threadId());
            case roctxNameHsaAgent ->
                agent(name, machine.hsaAgentAt(call.argument("agent").asAddress()));
            case roctxNameHipDevice ->
                agent(name, machine.hipAgent(call.argument("device_id").asInt()));
            case roctxNameHipStream -> {
                long stream = machine.streamNumber(call.argument("stream").asAddress());
                append(name, SegmentConstants.NAME_STREAM, stream);
            }
        }
    }

    /// @param agent an id, 0 for a device that is not there
    private void agent(ApiValue name, long agent) {
        if (agent != 0) append(name, SegmentConstants.NAME_AGENT, agent);
    }

    private void append(ApiValue name, int of, long id) {
        long[] words = new long[SegmentName.SIZEOF / Long.BYTES];
        words[SegmentName.KIND / Long.BYTES] =
                SegmentConstants.KIND_NAME | (long) name.stringLengthBytes() << Integer.SIZE;
        words[SegmentName.OF / Long.BYTES] = of;
        words[SegmentName.ID / Long.BYTES] = id;
        words[SegmentName.TIME_NS / Long.BYTES] = clock.boottimeNanos();
        buffer.append(MemorySegment.ofArray(words), name);
    }
}
