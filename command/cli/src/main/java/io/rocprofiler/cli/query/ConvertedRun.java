package io.rocprofiler.cli.query;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.ReadingLine;
import io.rocprofiler.cli.options.DisplaySettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.run.TemporaryDirectory;
import io.rocprofiler.cli.run.UnmadeAgents;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.Progress;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.display.RecordFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What an exporter makes of a run, in a temporary folder, to be asked.
final class ConvertedRun {

    private ConvertedRun() {}

    /// Returns the first of the files that the exporter writes, which is in a folder of its own, or that folder.
    ///
    /// @param source a directory that [Run#open] takes
    /// @param name of the output in the folder; empty for the folder itself
    /// @param others what else could be asked, for the message
    static Path of(Path source, Map<String, String> environment, Exporter exporter, String name, String others)
            throws IOException {
        Path temporary = TemporaryDirectory.of(environment, source);
        UnmadeAgents.make(source, environment, _ -> {});
        try (Run run = Run.open(source, temporary, new ReadingLine())) {
            if (run.processes().stream().allMatch(process -> process.records() == 0)) {
                throw failed(source + ": holds no records; name a run's *.segments, " + others);
            }
            Path folder = Files.createTempDirectory(temporary, "rocprofv3-");
            return exporter.write(plain(new Prefix(name.isEmpty() ? folder : folder.resolve(name)), run.processes()))
                    .getFirst();
        }
    }

    /// Returns what an exporter writes where no option says otherwise.
    static Export plain(Prefix prefix, List<ProcessTrace> processes) {
        DisplaySettings display = DisplaySettings.of(new ParsedOptions(Map.of(), Map.of()));
        return new Export(
                prefix, processes, null, false, display.display(RecordFilter.Conditions.NONE), Map.of(), Progress.NONE);
    }
}
