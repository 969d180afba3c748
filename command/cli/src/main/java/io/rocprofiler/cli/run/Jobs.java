package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.Conversion;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.MpiRank;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Passes;
import io.rocprofiler.cli.options.Trace;
import io.rocprofiler.cli.options.UnsupportedOptions;
import io.rocprofiler.cli.options.YesNo;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs the program once, or once for each group of counters and job of an input file.
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

    /// Runs the program. With one run, does not return if a signal ended the program: ends this process by the
    /// same signal.
    ///
    /// @return the program's exit code; of several runs, the last that is not 0
    public int run(Passes passes, List<String> program) {
        List<OutputSettings> settings = passes.all().stream()
                .map(pass -> OutputSettings.of(pass.options(), pass.folder()))
                .toList();
        int code = 0;
        for (int i = 0; i < settings.size(); i++) {
            Passes.Pass pass = passes.all().get(i);
            int ended = run(pass.options(), program, settings.get(i), settings.size() == 1);
            if (ended != 0 && passes.endsAtFailure()) {
                throw CommandException.failed("Fatal error: Command '" + String.join(" ", program) + "' ended with "
                        + ended + " in " + pass.folder() + "; what follows is not run");
            }
            code = ended == 0 ? code : ended;
        }
        return code;
    }

    /// @param only whether this process ends as the program does, including by a signal
    private int run(ParsedOptions options, List<String> program, OutputSettings settings, boolean only) {
        Recording recording = Recording.of(options);
        boolean tracing = MpiRank.isRecorded(options) && checkTraces(recording, options, settings);
        TracedRun run = new TracedRun(Installation.find(), environment, log, front);
        Conversion conversion = new Conversion(settings, FilterSettings.ALL, environment, log, stdout);
        return run.run(program, recording, tracing, settings, conversion, only);
    }

    private boolean checkTraces(Recording recording, ParsedOptions options, OutputSettings settings) {
        UnsupportedOptions.lines(options).forEach(log::warning);
        settings.warnings().forEach(log::warning);
        if (Stream.of(Trace.values()).anyMatch(trace -> recording.isOn(trace, environment))) {
            return true;
        }
        if (UnsupportedOptions.asksForRecords(options)) {
            log.warning("nothing else is to be recorded, and the program runs untraced: --sys-trace records calls");
            return false;
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
