package io.rocprofiler.facts.model;

import java.util.List;

/// A callback of the OpenMP tools interface as the SDK reports it (`ompt.json`). Arguments are named as in
/// `rocprofiler_ompt_args_t`; an empty name means none.
///
/// @param event the number that `ompt_set_callback` takes
/// @param scope the argument that pairs begin and end; empty if each call is a separate event
/// @param begins the data word whose lifetime begins with the callback
/// @param ends the data word whose lifetime ends with it
/// @param endsAt the argument that decides whether it ends, and the enumerators for which it does
/// @param task the explicit task that is created
/// @param from the task that a thread leaves
/// @param to the task with which it continues
public record OmptCallback(
        String operation,
        int event,
        String scope,
        String begins,
        String ends,
        EndsAt endsAt,
        String task,
        String from,
        String to) {
    /// The condition under which a data word ends.
    ///
    /// @param argument empty if it always ends
    public record EndsAt(String argument, List<String> values) {}

    public boolean isScope() {
        return !scope.isEmpty();
    }
}
