package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.Conversion;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.Job;
import io.rocprofiler.cli.options.JobFile;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Trace;
import io.rocprofiler.cli.options.UnsupportedOptions;
import io.rocprofiler.cli.options.YesNo;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs the program once, or once for each job of an input file.
public final class Jobs {

    private final Map<String, String> environment;
    private final PrintStream stdout;
    private final Log log;
    private final FrontProcess front;

    public Jobs(Map<String, String> environment, PrintStream stdout, Log log, FrontProcess front) {
        this.environment = environment;
        this.stdout = stdout;
        this.log = log;
        this.front = front;
    }

    /// Runs the program. With one job, does not return if a signal ended the program: ends this process by the
    /// same signal.
    ///
    /// @return the program's exit code; of several jobs, the last that is not 0
    public int run(ParsedOptions commandLine, List<String> program) {
        String input = commandLine.text(Option.INPUT, "");
        if (input.isEmpty()) {
            return run(commandLine, program, OutputSettings.of(commandLine, ""), true);
        }
        List<Job> jobs = JobFile.read(Path.of(input));
        boolean only = jobs.size() == 1;
        List<ParsedOptions> each = new ArrayList<>();
        List<OutputSettings> settings = new ArrayList<>();
        for (Job job : jobs) {
            ParsedOptions options = commandLine.with(job.options());
            each.add(options);
            String folder = only && !options.isGiven(Option.PMC) ? "" : job.folder() + each.size();
            settings.add(OutputSettings.of(options, folder));
        }
        int code = 0;
        for (int i = 0; i < jobs.size(); i++) {
            int ended = run(each.get(i), program, settings.get(i), only);
            code = ended == 0 ? code : ended;
        }
        return code;
    }

    /// @param only whether this process ends as the program does, including by a signal
    private int run(ParsedOptions options, List<String> program, OutputSettings settings, boolean only) {
        Recording recording = Recording.of(options);
        boolean tracing = checkTraces(recording, options, settings);
        UnsupportedOptions.details(options).forEach(log::warning);
        TracedRun run = new TracedRun(Installation.find(), environment, log, front);
        Conversion conversion = new Conversion(settings, FilterSettings.ALL, environment, log, stdout);
        return run.run(program, recording, tracing, settings, conversion, only);
    }

    private boolean checkTraces(Recording recording, ParsedOptions options, OutputSettings settings) {
        List<String> unavailable = UnsupportedOptions.recordings(options);
        boolean tracing = Stream.of(Trace.values()).anyMatch(trace -> recording.isOn(trace, environment));
        if (tracing) {
            unavailable.forEach(log::warning);
            return true;
        }
        if (!unavailable.isEmpty()) {
            throw CommandException.failed(
                    String.join("; ", unavailable) + "; nothing else is to be recorded: --sys-trace records calls");
        }
        log.warning("No tracing options were enabled.");
        if (settings.needsStatistics()) {
            throw CommandException.failed("statistics and summaries need a tracing option, --sys-trace for instance");
        }
        if (Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault("ROCPROFILER_CI", "")))) {
            throw CommandException.failed("no tracing option, and ROCPROFILER_CI is set");
        }
        return false;
    }
}
