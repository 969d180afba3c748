package io.rocprofiler.facts.model;

import java.util.List;

/// The arguments of one function in `hip_api_data_t` or `hsa_api_data_t`.
///
/// @param size of their struct in the union, in bytes
public record ApiArguments(String name, int size, List<ApiArgument> fields) {
    /// Returns the arguments that the function is called with, in order.
    public List<ApiArgument> given() {
        return fields.stream().filter(field -> !field.isDereferenced()).toList();
    }

    /// One argument, or a copy of what it points at.
    ///
    /// @param offset in the union of arguments, in bytes
    public record ApiArgument(String name, Kind kind, int offset) {
        /// Whether this is a pointer's target: the tracer's copy, which the runtime does not fill.
        public boolean isDereferenced() {
            return name.endsWith("__val");
        }
    }
}
