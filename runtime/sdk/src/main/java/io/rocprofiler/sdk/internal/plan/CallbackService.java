package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.CallbackTracingKind;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// One callback tracing service of a context: a C function, or a handler in Java.
///
/// @param operations empty for all
/// @param function address of a `rocprofiler_callback_tracing_cb_t`; 0 for a Java handler
/// @param argument the C function's last argument
public record CallbackService(
        CallbackTracingKind kind,
        BitSet operations,
        long function,
        long argument,
        @Nullable JavaHandler javaHandler) {

    public boolean selects(int operation) {
        return operations.isEmpty() || operations.get(operation);
    }
}
