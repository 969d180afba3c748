package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// How Java tools see one type of callback or record. `spec/sdk-views.json` describes the syntax of its texts.
///
/// @param type the interface of `io.rocprofiler.sdk`
/// @param callback true for a callback's payload, false for a record in a buffer
/// @param structs the view class for each C struct that the interface stands for
/// @param base the class that the views extend, empty for the default base of callbacks or records
/// @param operation the C enumeration of its operations, `any` if the base class provides it, empty if it has none
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
    /// @param choices the alternatives; the first whose conditions hold is read
    /// @param otherwise the method's result if no alternative matches
    public record Accessor(String name, List<Choice> choices, String otherwise) {}

    /// A field and the conditions under which it is valid.
    ///
    /// @param conditions accessor to the constant that it must return
    public record Choice(Map<String, String> conditions, String field) {}
}
