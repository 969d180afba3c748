package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.HostKernelSymbol;
import io.rocprofiler.sdk.KernelSymbol;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Records code objects and kernels when they are loaded, so that the ids in records of dispatches can be resolved,
/// however the process ends.
///
/// ```
/// | size, kind, length of the text | AMD's struct as passed to the callback | text: the name, or the URI |
/// ```
/// Of a longer text than [SegmentConstants#LONGEST_TEXT] the record has the beginning, and the length of all of it.
/// Ids are never reused, so unloading needs no record.
final class CodeObjectRecorder implements CallbackHandler {
    private final Buffer buffer;
    private final AgentFile agents;

    CodeObjectRecorder(Buffer buffer, AgentFile agents) {
        this.buffer = buffer;
        this.agents = agents;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (record.phase() != CallbackPhase.ENTER) return; // equals LOAD
        if (record instanceof KernelSymbol kernel) {
            append(SegmentConstants.KIND_KERNEL_SYMBOL, kernel, kernel.kernelName());
        } else if (record instanceof HostKernelSymbol function) {
            append(SegmentConstants.KIND_HOST_FUNCTION, function, function.deviceFunction());
        } else if (record instanceof CodeObjectLoad code) {
            agents.learn();
            append(SegmentConstants.KIND_CODE_OBJECT, code, code.uri());
        }
    }

    private void append(int kind, CallbackRecord record, @Nullable String name) {
        byte[] text = name == null ? new byte[0] : name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, SegmentConstants.LONGEST_TEXT);
        MemorySegment payload = record.payload();
        int textPlace = SegmentObject.SIZEOF + (int) payload.byteSize();
        long[] words = new long[(textPlace + length + Long.BYTES - 1) / Long.BYTES];
        words[SegmentObject.KIND / Long.BYTES] = kind | ((long) text.length << Integer.SIZE);
        MemorySegment bytes = MemorySegment.ofArray(words);
        MemorySegment.copy(payload, 0, bytes, SegmentObject.SIZEOF, payload.byteSize());
        MemorySegment.copy(MemorySegment.ofArray(text), 0, bytes, textPlace, length);
        buffer.append(bytes);
    }
}
