package io.rocprofiler.abi.internal;

import org.jspecify.annotations.Nullable;

/// The arguments of the OpenMP events: members of `rocprofiler_ompt_args_t`.
///
/// Thread rule: any thread.
public final class OmptEvents {
    private static @Nullable Lines signatures;

    private OmptEvents() {}

    /// {@return an event in the form of a function} Parses it on every call.
    ///
    /// @param operation of kind `OMPT`
    /// @param name of the operation
    public static ApiFunction of(int operation, String name) {
        Lines lines = signatures;
        if (lines == null) {
            lines = new Lines(OmptText.signatures());
            signatures = lines;
        }
        return ApiFunction.parse(operation, name, lines.get(operation));
    }
}
