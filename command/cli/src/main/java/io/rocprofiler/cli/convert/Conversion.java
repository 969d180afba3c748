package io.rocprofiler.cli.convert;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.output.Output;
import io.rocprofiler.cli.output.Writer;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.display.Display;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Converts segments to the requested files and tables.
public final class Conversion {

    private final OutputSettings settings;
    private final Map<String, String> environment;
    private final Log log;
    private final PrintStream stdout;
    private final FilterSettings filter;

    public Conversion(
            OutputSettings settings,
            FilterSettings filter,
            Map<String, String> environment,
            Log log,
            PrintStream stdout) {
        this.settings = settings;
        this.filter = filter;
        this.environment = environment;
        this.log = log;
        this.stdout = stdout;
    }

    /// Writes everything; reports failures and continues with the rest.
    ///
    /// @return false if a file could not be written
    public boolean run(Run run) {
        return run(run, _ -> "nothing was recorded");
    }

    /// Writes everything; reports failures and continues with the rest.
    ///
    /// @param nothing says why the processes recorded nothing
    /// @return false if a file could not be written
    public boolean run(Run run, Function<List<ProcessTrace>, String> nothing) {
        LossReport losses = new LossReport(log);
        List<ProcessTrace> processes =
                run.processes().stream().filter(filter::shows).toList();
        processes.forEach(losses::losses);
        // Times may be relative to the whole run, whatever part of it is shown.
        Display display = settings.display().display(filter.conditions(() -> TimeSpan.of(run.processes())));
        boolean complete = true;
        Writer writer = Writer.of(environment);
        for (Map.Entry<Path, List<ProcessTrace>> entry : outputs(processes).entrySet()) {
            List<ProcessTrace> sharing = entry.getValue();
            Path base = OutputNames.literal(Path.of(settings.directory()).resolve(settings.file()));
            try (Output output =
                    new Output(entry.getKey(), base, writer, sharing.getFirst().pid())) {
                complete &= new OutputFiles(settings, environment, log, stdout, display, output, sharing).write();
            }
        }
        processes.forEach(losses::work);
        losses.children(processes);
        if (processes.isEmpty()) {
            log.result("the run has no such process");
        } else if (processes.stream().allMatch(Conversion::hasNothing)) {
            log.result(nothing.apply(processes));
        } else {
            reportFilters(processes, display);
        }
        return complete;
    }

    /// Says that filters leave nothing to show: an output without records looks like a run without any.
    private void reportFilters(List<ProcessTrace> processes, Display display) {
        boolean ofKernels = !settings.display().filter().isAll();
        if (!ofKernels && filter.equals(FilterSettings.ALL)) {
            return;
        }
        long[] records = new long[2]; // all, shown
        long[] kernels = new long[2];
        for (ProcessTrace process : processes) {
            process.forEach(record -> {
                boolean isShown = display.shows(record);
                records[0]++;
                records[1] += isShown ? 1 : 0;
                if (record instanceof DispatchRecord) {
                    kernels[0]++;
                    kernels[1] += isShown ? 1 : 0;
                }
            });
        }
        if (records[0] > 0 && records[1] == 0) {
            List<String> said = new ArrayList<>(settings.display().filterOptions());
            said.addAll(filter.options());
            log.result("the filters match none of " + records[0] + " records: " + String.join(" ", said));
        } else if (ofKernels && kernels[0] > 0 && kernels[1] == 0) {
            log.result("the filter of kernels matches none of " + kernels[0] + " kernels: "
                    + String.join(" ", settings.display().filterOptions()));
        }
    }

    /// Whether the process recorded nothing; damage is reported separately.
    private static boolean hasNothing(ProcessTrace process) {
        return process.counts().submitted() == 0 && process.problems().isEmpty();
    }

    /// Groups processes by the path of their files: processes with equal paths share the files, so that no records
    /// are overwritten.
    private Map<Path, List<ProcessTrace>> outputs(List<ProcessTrace> processes) {
        Map<Path, List<ProcessTrace>> outputs = new LinkedHashMap<>();
        for (ProcessTrace process : processes) {
            OutputNames names = NameKeys.names(process, environment);
            Path prefix = Path.of(names.resolve(settings.directory())).resolve(names.resolve(settings.file()));
            outputs.computeIfAbsent(prefix.normalize(), _ -> new ArrayList<>()).add(process);
        }
        return outputs;
    }
}
