package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// What Java tools are shown of one sort of callback or record. `spec/sdk-views.json` says how its texts are read.
///
/// @param type the interface of `io.rocprofiler.sdk`
/// @param callback whether it is a callback's payload, else a record in a buffer
/// @param structs the view class for each C struct that the interface stands for
/// @param base the class that the views extend, empty for the one that all callbacks or all records have
/// @param operation the C enumeration of its operations, `any` if the base knows, empty if it has none
/// @param accessors in the order of the copy's components
/// @param arguments whether it is a call with arguments
/// @param result whether such a call may have a result
public record View(
        String type,
        boolean callback,
        Map<String, String> structs,
        String base,
        String operation,
        List<Accessor> accessors,
        boolean arguments,
        boolean result) {
    /// A method of the interface.
    ///
    /// @param choices the first whose conditions hold is read
    /// @param otherwise what the method answers if none does
    public record Accessor(String name, List<Choice> choices, String otherwise) {}

    /// A field, and under which conditions it means something.
    ///
    /// @param conditions accessor to the constant that it answers
    public record Choice(Map<String, String> conditions, String field) {}
}
