package io.rocprofiler.trace.summary;

import java.util.List;

/// By what a table of names is divided.
public enum SummaryLane {
    GPU(
            "A copy counts for the GPU that it ends at, or else begins at. PERCENT is of the GPU's time here.",
            List.of("AGENT")),
    STREAM(
            "Kernels and copies. Stream 0 is the null stream. PERCENT is of the stream's time here.",
            List.of("PROCESS", "STREAM", "STREAM NAME")),
    THREAD(
            "What a thread called, and the kernels and copies that it submitted. PERCENT is of the thread's time here.",
            List.of("PROCESS", "THREAD", "THREAD NAME")),
    RANK(
            "Everything of a process; RANK is that of a parallel job. PERCENT is of the process's time here.",
            List.of("PROCESS", "RANK", "HOST"));

    private final String note;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> columns;

    SummaryLane(String note, List<String> columns) {
        this.note = note;
        this.columns = columns;
    }

    String title() {
        return "SUMMARY PER " + name();
    }

    String note() {
        return note;
    }

    /// The columns that name a lane.
    List<String> columns() {
        return columns;
    }
}
