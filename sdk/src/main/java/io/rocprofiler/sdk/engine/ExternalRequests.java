package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The external correlation id request service of one context: a C function, or a handler in Java.
///
/// @param kinds of events, as [ExternalCorrelationIdRequestKind] numbers them
/// @param function address of a `rocprofiler_external_correlation_id_request_cb_t`; 0 for a Java handler
/// @param argument the C function's last argument
record ExternalRequests(
        BitSet kinds,
        long function,
        long argument,
        @Nullable ExternalCorrelationRequest javaHandler) {

    /// The request kind of events of a callback kind, or 0 if tools are not asked about those.
    static int kindOf(CallbackTracingKind kind) {
        return kindOf(kind.name());
    }

    /// As for callbacks; an `_EXT` kind is asked about as the plain one.
    static int kindOf(BufferTracingKind kind) {
        String name = kind.name();
        return kindOf(name.endsWith("_EXT") ? name.substring(0, name.length() - 4) : name);
    }

    private static int kindOf(String name) {
        for (int i = 1; i < ExternalCorrelationIdRequestKind.LAST; i++) {
            ExternalCorrelationIdRequestKind kind = ExternalCorrelationIdRequestKind.of(i);
            if (kind != null && kind.name().equals(name)) return i;
        }
        return 0;
    }
}
