package io.rocprofiler.facts.model;

import java.util.List;

/// What a callback of the OpenMP tools interface is to the SDK (`ompt.json`). Arguments are named as in
/// `rocprofiler_ompt_args_t`; an empty name means none.
///
/// @param event the number that `ompt_set_callback` knows
/// @param scope the argument that pairs begin and end; empty if each call is an event of its own
/// @param begins the data word whose life begins with the callback
/// @param ends the data word whose life ends with it
/// @param endsAt the argument that says whether it does, and the enumerators that say yes
/// @param task the explicit task that is created
/// @param from the task that a thread leaves
/// @param to the task that it goes on with
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
    /// When a data word ends.
    ///
    /// @param argument empty: always
    public record EndsAt(String argument, List<String> values) {}

    public boolean isScope() {
        return !scope.isEmpty();
    }
}
