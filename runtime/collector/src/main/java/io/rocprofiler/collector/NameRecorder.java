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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Records the names that the program gives to threads, agents and streams, before the function of ROC-TX returns.
///
/// A name is that of what the handle stands for at that moment, by its number in records: HIP reuses pointers.
final class NameRecorder implements CallbackHandler {
    private final Buffer buffer;
    private final Machine machine;
    private final Clock clock;
    private final Map<Integer, String> early = new ConcurrentHashMap<>();

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
            case roctxNameHipDevice -> device(name, call.argument("device_id").asInt());
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

    private void device(ApiValue name, int device) {
        String text = name.asString();
        if (text != null && machine.agents().isEmpty()) {
            early.put(device, text);
            return;
        }
        agentsKnown(); // a later name of the same device counts
        agent(name, machine.hipAgent(device));
    }

    /// Records the names that came before the agents were known, which without a kernel driver is when HSA starts.
    void agentsKnown() {
        early.forEach((device, text) -> {
            long agent = machine.hipAgent(device);
            if (agent != 0) append(text.getBytes(StandardCharsets.UTF_8), SegmentConstants.NAME_AGENT, agent);
        });
        early.clear();
    }

    private void append(byte[] text, int of, long id) {
        long[] words = Arrays.copyOf(head(of, id, text.length), words(text.length));
        MemorySegment note = MemorySegment.ofArray(words);
        MemorySegment.copy(MemorySegment.ofArray(text), 0, note, SegmentName.SIZEOF, text.length);
        buffer.append(note);
    }

    private static int words(int textBytes) {
        return (SegmentName.SIZEOF + textBytes + Long.BYTES - 1) / Long.BYTES;
    }

    private void append(ApiValue name, int of, long id) {
        buffer.append(MemorySegment.ofArray(head(of, id, name.stringLengthBytes())), name);
    }

    private long[] head(int of, long id, int textBytes) {
        long[] words = new long[words(0)];
        words[SegmentName.KIND / Long.BYTES] = SegmentConstants.KIND_NAME | (long) textBytes << Integer.SIZE;
        words[SegmentName.OF / Long.BYTES] = of;
        words[SegmentName.ID / Long.BYTES] = id;
        words[SegmentName.TIME_NS / Long.BYTES] = clock.boottimeNanos();
        return words;
    }
}
