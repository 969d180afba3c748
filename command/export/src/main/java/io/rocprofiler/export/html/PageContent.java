package io.rocprofiler.export.html;

import io.rocprofiler.export.Export;
import io.rocprofiler.trace.summary.InsightTable;
import java.util.List;

/// The content of a page.
///
/// @param insights tables shown below the summary
record PageContent(Export export, Timeline timeline, List<InsightTable> insights) {

    /// The page's title: the first program, and the number of further processes.
    String title() {
        List<String> command = export.processes().getFirst().properties().command();
        String program =
                command.isEmpty() ? "process " + export.processes().getFirst().pid() : command.getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1);
        int more = export.processes().size() - 1;
        return more == 0 ? name : name + " and " + more + " more";
    }
}
