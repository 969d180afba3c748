package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// The memory that views read when their callback has ended: a view that a tool kept reads zeros, not later events.
final class Nothing {
    private static final int PART_BYTES = 1024;

    /// An empty record in a buffer.
    static final long BUFFERED = Arena.global().allocate(4L * PART_BYTES, 64).address();

    static final long PAYLOAD = BUFFERED + PART_BYTES;
    static final long USER_DATA = PAYLOAD + PART_BYTES;

    /// A callback's record with an empty payload.
    static final long RECORD = USER_DATA + PART_BYTES;

    static {
        Memory.putLong(RECORD + CallbackTracingRecord.PAYLOAD, PAYLOAD);
    }

    private Nothing() {}
}
