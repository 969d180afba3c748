package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;

/// Records markers with their messages.
///
/// A range leaves its message and a note that it is open when it begins, so that a program that dies inside it
/// still shows it, and its
/// record when it ends. A mark is one record at one time, after its message. Thread rule: any thread; each has its
/// own [MarkerScratch].
final class MarkerRecorder implements CallbackHandler {
    private static final CallbackTracingKind KIND = CallbackTracingKind.MARKER_CORE_RANGE_API;

    /// The argument of all functions that have one here.
    private static final int MESSAGE = 0;

    private static final ThreadLocal<MarkerScratch> SCRATCH = new ThreadLocal<>();

    private final Buffer buffer;
    private final Clock clock;
    private final int mark = Operations.find(KIND, "roctxMarkA");
    private final int threadRange = Operations.find(KIND, "roctxThreadRangeA");
    private final int processRange = Operations.find(KIND, "roctxProcessRangeA");

    MarkerRecorder(Buffer buffer, Clock clock) {
        this.buffer = buffer;
        this.clock = clock;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (record.phase() == CallbackPhase.ENTER) {
            enter(record);
        } else if (record.phase() == CallbackPhase.EXIT) {
            exit(record);
        }
    }

    private void enter(CallbackRecord record) {
        int operation = record.operation();
        if (operation == mark) return;
        long start = clock.boottimeNanos();
        record.userData(start);
        if (operation != threadRange && operation != processRange) return;
        MarkerScratch own = scratch();
        buffer.append(own.text(record, record.argumentStringLength(MESSAGE)), record, MESSAGE);
        buffer.append(own.open(record, start));
    }

    private void exit(CallbackRecord record) {
        long end = clock.boottimeNanos();
        MarkerScratch own = scratch();
        if (record.operation() != mark) {
            buffer.append(own.record(record, record.userData(), end));
            return;
        }
        buffer.append(own.text(record, record.argumentStringLength(MESSAGE)), record, MESSAGE);
        buffer.append(own.record(record, end, end));
    }

    private static MarkerScratch scratch() {
        MarkerScratch own = SCRATCH.get();
        if (own == null) {
            own = new MarkerScratch();
            SCRATCH.set(own);
        }
        return own;
    }
}
