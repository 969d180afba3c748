package io.rocprofiler.cli.convert;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.Format;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.summary.InsightsText;
import io.rocprofiler.export.summary.SummaryText;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.OpenRange;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.WorkCounts;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.display.RecordFilter;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.summary.InsightsBuilder;
import io.rocprofiler.trace.summary.Statistics;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Converts segments to the requested files and tables.
public final class Conversion {

    private static final String CONSOLE_INDENT = "    ";

    private final OutputSettings settings;
    private final Map<String, String> environment;
    private final Log log;
    private final PrintStream stdout;
    private final FilterSettings filter;
    private Display display;

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
        this.display = settings.display().display(RecordFilter.Conditions.NONE);
    }

    /// Writes everything; reports failures and continues with the rest.
    ///
    /// @return false if a file could not be written
    public boolean run(Run run) {
        List<ProcessTrace> processes =
                run.processes().stream().filter(filter::shows).toList();
        processes.forEach(this::reportLosses);
        // Times may be relative to the whole run, whatever part of it is shown.
        display = settings.display().display(filter.conditions(() -> TimeSpan.of(run.processes())));
        boolean complete = true;
        for (Map.Entry<Path, List<ProcessTrace>> output : outputs(processes).entrySet()) {
            complete &= write(new Prefix(output.getKey()), output.getValue());
        }
        processes.forEach(this::reportWork);
        reportChildren(processes);
        if (processes.isEmpty()) {
            log.result("the run has no such process");
        } else if (processes.stream().allMatch(Conversion::hasNothing)) {
            log.result("nothing was recorded");
        }
        return complete;
    }

    /// Whether the process recorded nothing; damage is reported separately.
    private static boolean hasNothing(ProcessTrace process) {
        return process.counts().submitted() == 0 && process.problems().isEmpty();
    }

    /// Reports how much GPU work of a process has no record, if any, as the last line about the process.
    private void reportWork(ProcessTrace process) {
        if (!process.forkedFrom().isEmpty()) {
            return; // reported in one line for all children
        }
        List<String> parts = new ArrayList<>();
        for (Domain domain : Domain.GPU_WORK) {
            WorkCounts work = process.work(domain);
            if (work.incomplete()) {
                parts.add(describe(domain, work));
            }
        }
        if (!parts.isEmpty()) {
            log.warning("process " + process.pid() + ": " + String.join("; ", parts));
        }
    }

    private static String describe(Domain domain, WorkCounts work) {
        String name = switch (domain) {
            case KERNEL_DISPATCH -> "kernel dispatches";
            case MEMORY_COPY -> "memory copies";
            case MEMORY_ALLOCATION -> "memory allocations";
            default -> "scratch memory events";
        };
        return name + ": submitted " + work.submitted() + ", recorded " + work.recorded() + ", in flight "
                + work.inFlight() + ", dropped " + work.dropped();
    }

    /// Groups processes by the path of their files: processes with equal paths share the files, so that no records
    /// are overwritten.
    private Map<Path, List<ProcessTrace>> outputs(List<ProcessTrace> processes) {
        Map<Path, List<ProcessTrace>> outputs = new LinkedHashMap<>();
        for (ProcessTrace process : processes) {
            OutputNames names = names(process);
            Path prefix = Path.of(names.resolve(settings.directory())).resolve(names.resolve(settings.file()));
            outputs.computeIfAbsent(prefix.normalize(), _ -> new ArrayList<>()).add(process);
        }
        return outputs;
    }

    private OutputNames names(ProcessTrace process) {
        NameKeys keys = new NameKeys(process, environment);
        return new OutputNames(keys, keys::variable);
    }

    private void reportLosses(ProcessTrace process) {
        for (Problem problem : process.problems()) {
            log.warning(problem.toString());
        }
        Counts counts = process.counts();
        boolean saysUnchecked = !process.isChecked() && counts.submitted() > 0 && !runs(process);
        if (counts.lossy() || saysUnchecked) {
            String unchecked = saysUnchecked ? ", unchecked " + process.unchecked() : "";
            log.result("process " + process.pid() + ": " + counts.describe(process.abandoned()) + unchecked);
        }
        if (process.notesDropped() > 0) {
            log.warning("process " + process.pid() + ": " + process.notesDropped()
                    + " names of kernels, code objects or ranges were dropped");
        }
        if (counts.lossy()) {
            for (OpenRange range : process.openRanges()) {
                log.info("process " + process.pid() + ": range not ended: " + range.message());
            }
        }
        if (process.passedThrough() > 0) {
            log.result("process " + process.pid() + ": " + process.passedThrough() + " calls not traced on purpose");
        }
        reportLate(process);
    }

    /// Reports late calls: calls recorded in C continue after the engine has ended, the others are counted.
    private void reportLate(ProcessTrace process) {
        if (process.lateCalls() > 0 && process.forkedFrom().isEmpty()) {
            log.result("process " + process.pid() + ": " + process.lateCalls()
                    + " calls after its exit handlers, which cannot be recorded then");
        }
        if (process.lostInChildren() > 0) {
            log.result("process " + process.pid() + ": " + process.lostInChildren()
                    + " records lost of children made by fork, which could not write into the run's directory");
        }
    }

    /// Reports in one line, for all children created by `fork`, the calls and work that need an engine and so have
    /// no record.
    private void reportChildren(List<ProcessTrace> processes) {
        List<ProcessTrace> children = processes.stream()
                .filter(process -> !process.forkedFrom().isEmpty())
                .toList();
        List<String> parts = new ArrayList<>();
        part(parts, children, ProcessTrace::lateCalls, "calls");
        part(parts, children, process -> missing(process, Domain.KERNEL_DISPATCH), "kernel dispatches");
        part(parts, children, process -> missing(process, Domain.MEMORY_COPY), "memory copies");
        if (!parts.isEmpty()) {
            log.result(children.size() + " processes made by fork: " + String.join(", ", parts)
                    + " cannot be recorded there");
        }
    }

    private static long missing(ProcessTrace process, Domain domain) {
        return process.work(domain).submitted() - process.records(domain);
    }

    private static void part(
            List<String> parts, List<ProcessTrace> processes, ToLongFunction<ProcessTrace> count, String name) {
        long sum = processes.stream().mapToLong(count).sum();
        if (sum > 0) {
            parts.add(sum + " " + name);
        }
    }

    /// Whether the process is still running: records it writes get their checksums later.
    private static boolean runs(ProcessTrace process) {
        return Ending.of(process) == Ending.RUNNING;
    }

    private boolean write(Prefix prefix, List<ProcessTrace> processes) {
        boolean complete = configuration(prefix, processes);
        long records = processes.stream()
                .mapToLong(process -> process.counts().recorded())
                .sum();
        if (records == 0) {
            log.info("nothing recorded for " + prefix.path());
            return complete;
        }
        if (settings.minimumBytes() > 0 && bytes(processes) < settings.minimumBytes()) {
            log.result("nothing written for " + prefix.path() + ": fewer than " + settings.minimumBytes()
                    + " bytes of records");
            return complete;
        }
        InsightsBuilder insights = settings.summary() ? new InsightsBuilder(processes, display) : null;
        Statistics statistics = settings.needsStatistics() ? statistics(processes, insights) : null;
        for (Format format : settings.formats()) {
            try (ProgressLine progress = ProgressLine.of(format.option(), records)) {
                complete &= write(
                        format,
                        new Export(
                                prefix,
                                processes,
                                statistics,
                                settings.stats(),
                                display,
                                settings.configuration(names(processes.getFirst())::resolve),
                                progress));
            }
        }
        if (settings.anySummary() && statistics != null) {
            complete &= summarize(prefix, statistics, insights);
        }
        return complete;
    }

    /// Writes the configuration; like AMD's, even if nothing was recorded.
    private boolean configuration(Prefix prefix, List<ProcessTrace> processes) {
        try {
            if (settings.writeConfiguration()) {
                log.result("wrote "
                        + Configuration.write(
                                prefix,
                                processes,
                                settings.configuration(names(processes.getFirst())::resolve),
                                environment));
            }
            periodLogs(prefix, processes);
            return true;
        } catch (IOException e) {
            log.error("cannot write " + prefix.path() + "_*: " + IoErrorText.of(e));
            return false;
        }
    }

    /// Writes the logs that `ROCPROF_COLLECTION_PERIOD_TESTING` made the processes leave.
    private static void periodLogs(Prefix prefix, List<ProcessTrace> processes) throws IOException {
        Path file = prefix.file("collection_periods", "log");
        for (ProcessTrace process : processes) {
            Path log = process.directory().resolve(SegmentConstants.PERIODS_FILE);
            if (Files.exists(log)) {
                if (file.getParent() != null) {
                    Files.createDirectories(file.getParent());
                }
                Files.write(file, Files.readAllBytes(log), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
    }

    private static long bytes(List<ProcessTrace> processes) {
        long[] bytes = new long[1];
        processes.forEach(process -> process.forEach(record -> bytes[0] += record.size()));
        return bytes[0];
    }

    private boolean write(Format format, Export export) {
        try {
            for (Path file : format.exporter().write(export)) {
                log.result("wrote " + file);
            }
            return true;
        } catch (IOException e) {
            log.error("cannot write " + export.prefix().path() + "_*." + format.extension() + ": " + IoErrorText.of(e));
            return false;
        }
    }

    private Statistics statistics(List<ProcessTrace> processes, @Nullable InsightsBuilder insights) {
        return insights == null ? Statistics.of(processes, display) : Statistics.of(processes, display, insights::add);
    }

    private boolean summarize(Prefix prefix, Statistics statistics, @Nullable InsightsBuilder insights) {
        String text = summary(statistics, insights, settings.summaryOnConsole() ? CONSOLE_INDENT : "");
        if (settings.summaryFile().equals("stderr")) {
            log.text(text);
        } else if (settings.summaryFile().equals("stdout")) {
            stdout.print(text);
            stdout.flush();
        } else {
            return writeSummary(prefix.file(settings.summaryFile(), "txt"), text);
        }
        return true;
    }

    private boolean writeSummary(Path file, String text) {
        try {
            Path directory = file.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(file, text);
            log.result("wrote " + file);
            return true;
        } catch (IOException e) {
            log.error("cannot write " + file + ": " + IoErrorText.of(e));
            return false;
        }
    }

    private String summary(Statistics statistics, @Nullable InsightsBuilder insights, String indent) {
        SummaryText tables = new SummaryText(settings.unit(), indent);
        StringBuilder text = new StringBuilder();
        if (settings.summaryPerDomain()) {
            text.append(tables.perDomain(statistics));
        }
        for (Pattern group : settings.summaryGroups()) {
            text.append(tables.group(statistics, group));
        }
        if (settings.summary()) {
            text.append(tables.overall(statistics));
        }
        if (insights != null) {
            text.append(new InsightsText(settings.unit(), indent).of(insights.build()));
        }
        return text.toString();
    }
}
