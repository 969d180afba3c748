package io.rocprofiler.export.html;

import io.rocprofiler.export.Export;
import io.rocprofiler.trace.summary.InsightTable;
import java.util.List;

/// What a page is made of.
///
/// @param insights tables that stand below the summary
record PageContent(Export export, Timeline timeline, List<InsightTable> insights) {

    /// What the page is called: the first program, and how many more processes there are.
    String title() {
        List<String> command = export.processes().getFirst().properties().command();
        String program =
                command.isEmpty() ? "process " + export.processes().getFirst().pid() : command.getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1);
        int more = export.processes().size() - 1;
        return more == 0 ? name : name + " and " + more + " more";
    }
}
