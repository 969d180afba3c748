package io.rocprofiler.facts.model;

/// An argument in `hip_api_data_t`.
///
/// @param offset in the union of arguments, in bytes
public record TracerArgument(String name, int offset) {
    /// What a pointer points at: the tracer's copy, which the runtime does not fill.
    public boolean isDereferenced() {
        return name.endsWith("__val");
    }
}
