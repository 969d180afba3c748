package io.rocprofiler.abi.internal;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import org.jspecify.annotations.Nullable;

/// The arguments of the OpenMP events: members of `rocprofiler_ompt_args_t`.
///
/// Thread rule: any thread.
public final class OmptEvents {
    private static @Nullable Lines signatures;

    private OmptEvents() {}

    /// {@return an event in the form of a function, or null if the operation does not exist} Parses it on
    /// every call.
    ///
    /// @param operation of kind `OMPT`
    public static @Nullable ApiFunction of(int operation) {
        Lines lines = signatures;
        if (lines == null) {
            lines = new Lines(OmptText.signatures());
            signatures = lines;
        }
        String name = Operations.name(CallbackTracingKind.OMPT, operation);
        return name == null ? null : ApiFunction.parse(operation, name, lines.get(operation));
    }
}
