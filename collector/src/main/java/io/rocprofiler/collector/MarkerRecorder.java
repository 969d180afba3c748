package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
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
    /// The argument of all functions that have one here.
    private static final int MESSAGE = 0;

    // Numbers: comparing constants would look one up for every marker.
    private static final int MARK = MarkerCoreRangeOperation.roctxMarkA.value();
    private static final int THREAD_RANGE = MarkerCoreRangeOperation.roctxThreadRangeA.value();
    private static final int PROCESS_RANGE = MarkerCoreRangeOperation.roctxProcessRangeA.value();

    private static final ThreadLocal<MarkerScratch> SCRATCH = new ThreadLocal<>();

    private final Buffer buffer;
    private final Clock clock;

    MarkerRecorder(Buffer buffer, Clock clock) {
        this.buffer = buffer;
        this.clock = clock;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (!(record instanceof ApiCall marker)) return;
        if (marker.phase() == CallbackPhase.ENTER) {
            enter(marker);
        } else if (marker.phase() == CallbackPhase.EXIT) {
            exit(marker);
        }
    }

    private void enter(ApiCall marker) {
        int operation = marker.operationValue();
        if (operation == MARK) return;
        long start = clock.boottimeNanos();
        marker.userData(start);
        if (operation != THREAD_RANGE && operation != PROCESS_RANGE) return;
        MarkerScratch own = scratch();
        message(marker, own);
        buffer.append(own.open(marker, start));
    }

    private void exit(ApiCall marker) {
        long end = clock.boottimeNanos();
        MarkerScratch own = scratch();
        if (marker.operationValue() != MARK) {
            buffer.append(own.record(marker, marker.userData(), end));
            return;
        }
        message(marker, own);
        buffer.append(own.record(marker, end, end));
    }

    private void message(ApiCall marker, MarkerScratch own) {
        ApiValue message = marker.argument(MESSAGE);
        buffer.append(own.text(marker, message.stringLengthBytes()), message);
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
