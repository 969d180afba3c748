package io.rocprofiler.cli.query;

import io.rocprofiler.cli.console.ReadingLine;
import io.rocprofiler.cli.run.TemporaryDirectory;
import io.rocprofiler.cli.run.UnmadeAgents;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.html.HtmlExporter;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The pages of a job's processes.
final class ProcessPages {

    private ProcessPages() {}

    /// Writes a page for each process that recorded something.
    ///
    /// @param written receives the files
    /// @return the files' names, by rank and process id, `3 4711`
    static Map<String, String> write(Path source, Path folder, Map<String, String> environment, List<Path> written)
            throws IOException {
        Map<String, String> pages = new HashMap<>();
        UnmadeAgents.make(source, environment, _ -> {});
        try (Run run = Run.open(source, TemporaryDirectory.of(environment, source), new ReadingLine())) {
            for (ProcessTrace process : run.processes()) {
                long rank = process.properties().number("rank", -1);
                if (process.records() > 0) {
                    String name = (rank < 0 ? "process" : "rank-" + rank) + "-" + process.pid();
                    List<Path> files = new HtmlExporter()
                            .write(ConvertedRun.plain(new Prefix(folder.resolve(name)), List.of(process)));
                    written.addAll(files);
                    pages.put(
                            rank + " " + process.pid(),
                            String.valueOf(files.getFirst().getFileName()));
                }
            }
        }
        return pages;
    }
}
