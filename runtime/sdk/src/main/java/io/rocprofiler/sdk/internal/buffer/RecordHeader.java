package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.internal.seam.Memory;

/// A `rocprofiler_record_header_t`, by address.
///
/// ```
/// | u32 category, u32 kind | void* payload |
/// ```
final class RecordHeader {
    static final int SIZEOF = 16;

    private static final int PAYLOAD = 8;
    private static final int RECORD_KIND = 8;
    private static final long CATEGORY_TRACING = 1;
    private static final long RETIREMENT =
            CATEGORY_TRACING | (long) BufferTracingKind.CORRELATION_ID_RETIREMENT.value() << 32;

    private RecordHeader() {}

    /// Writes the header of a record.
    ///
    /// @return whether the record retires a correlation id
    static boolean write(long header, long record) {
        long categoryAndKind = CATEGORY_TRACING | (long) Memory.getInt(record + RECORD_KIND) << 32;
        Memory.putLong(header, categoryAndKind);
        Memory.putLong(header + PAYLOAD, record);
        return categoryAndKind == RETIREMENT;
    }

    static boolean isRetirement(long header) {
        return Memory.getLong(header) == RETIREMENT;
    }
}
