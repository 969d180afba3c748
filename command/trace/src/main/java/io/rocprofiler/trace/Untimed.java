package io.rocprofiler.trace;

import io.rocprofiler.trace.kind.Domain;
import java.util.ArrayList;
import java.util.List;

/// Says which records have no times, so that whatever leaves them out does so aloud.
public final class Untimed {

    private Untimed() {}

    /// Describes the records of a process without times: `2 kernel dispatches, 1 memory copies have no times`. Empty if
    /// there are none.
    public static String describe(ProcessTrace process) {
        List<String> parts = new ArrayList<>();
        for (Domain domain : Domain.values()) {
            long count = process.untimed(domain);
            if (count > 0) {
                parts.add(count + " " + domain.words());
            }
        }
        return parts.isEmpty() ? "" : String.join(", ", parts) + " have no times";
    }
}
