package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The external correlation id request service of one context: a C function, or a handler in Java.
///
/// @param kinds of events, as [ExternalCorrelationIdRequestKind] numbers them
/// @param function address of a `rocprofiler_external_correlation_id_request_cb_t`; 0 for a Java handler
/// @param argument the C function's last argument
public record ExternalRequests(
        BitSet kinds,
        long function,
        long argument,
        @Nullable ExternalCorrelationRequest javaHandler) {

    // Cached per kind: the kinds of a thousand wrapped functions are few.
    private static final int[] OF_CALLBACKS = new int[CallbackTracingKind.last()];
    private static final int[] OF_RECORDS = new int[BufferTracingKind.last()];

    static {
        Arrays.fill(OF_CALLBACKS, -1);
        Arrays.fill(OF_RECORDS, -1);
    }

    /// Returns the request kind for events of a callback kind, or 0 if tools are not called for those.
    static int kindOf(CallbackTracingKind kind) {
        int known = OF_CALLBACKS[kind.value()];
        if (known < 0) {
            known = named(kind.name());
            OF_CALLBACKS[kind.value()] = known;
        }
        return known;
    }

    /// Returns the request kind for a buffered kind; an `_EXT` kind has that of the plain one.
    static int kindOf(BufferTracingKind kind) {
        int known = OF_RECORDS[kind.value()];
        if (known < 0) {
            String name = kind.name();
            known = named(name.endsWith("_EXT") ? name.substring(0, name.length() - 4) : name);
            OF_RECORDS[kind.value()] = known;
        }
        return known;
    }

    /// As AMD's library (rocprofiler-sdk 1.3.0, `graph.cpp`), it asks about graphs as about calls of HIP.
    private static int named(String kindName) {
        String name = kindName.equals("HIP_GRAPH") ? "HIP_RUNTIME_API" : kindName;
        for (int i = 1; i < ExternalCorrelationIdRequestKind.last(); i++) {
            ExternalCorrelationIdRequestKind kind = ExternalCorrelationIdRequestKind.of(i);
            if (kind != null && kind.name().equals(name)) return i;
        }
        return 0;
    }
}
