package io.rocprofiler.cli.convert;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.console.ProgressLine;
import io.rocprofiler.cli.dataset.RunFacts;
import io.rocprofiler.cli.options.Format;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.TableSettings;
import io.rocprofiler.cli.output.Output;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.Progress;
import io.rocprofiler.export.parquet.DatasetExporter;
import io.rocprofiler.export.rocpd.RocpdExporter;
import io.rocprofiler.export.summary.InsightsText;
import io.rocprofiler.export.summary.SummaryFiles;
import io.rocprofiler.export.summary.SummaryText;
import io.rocprofiler.export.summary.SummaryUnit;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.summary.InsightTable;
import io.rocprofiler.trace.summary.InsightsBuilder;
import io.rocprofiler.trace.summary.LaneStatistics;
import io.rocprofiler.trace.summary.Statistics;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes all files of one output, and its tables. Each format's files get their names together, when they are whole.
///
/// @param processes that share the files, never empty
record OutputFiles(
        OutputSettings settings,
        Map<String, String> environment,
        Log log,
        PrintStream stdout,
        Display display,
        Output output,
        List<ProcessTrace> processes) {

    private static final String CONSOLE_INDENT = "    ";
    private static final int ROWS = 20; // of our tables

    private interface Work {
        /// @return the files written
        List<Path> write(Prefix prefix) throws IOException;
    }

    /// Writes everything; reports failures and continues with the rest.
    ///
    /// @return false if a file could not be written
    boolean write() {
        List<Path> written = new ArrayList<>();
        boolean complete = configuration(written);
        long records = processes.stream().mapToLong(ProcessTrace::records).sum();
        if (records == 0) {
            log.info("nothing recorded for " + output.wanted());
        } else if (settings.minimumBytes() > 0 && bytes() < settings.minimumBytes()) {
            log.result("nothing written for " + output.wanted() + ": fewer than " + settings.minimumBytes()
                    + " bytes of records");
        } else {
            boolean wrote = write(records, written);
            return complete && wrote;
        }
        log.wrote(written);
        return complete;
    }

    private boolean write(long records, List<Path> written) {
        InsightsBuilder insights = settings.summary() ? new InsightsBuilder(processes, display) : null;
        List<LaneStatistics> lanes = settings.summaryPer().stream()
                .map(lane -> new LaneStatistics(lane, processes, display))
                .toList();
        Statistics statistics = settings.needsStatistics() ? statistics(insights, lanes) : null;
        boolean complete = true;
        for (Format format : settings.formats()) {
            try (ProgressLine progress = ProgressLine.ofRecords(format.option(), records)) {
                complete &= format == Format.DATASET
                        ? dataset(written, progress)
                        : write(
                                "_*." + format.extension(),
                                written,
                                prefix -> exporter(format).write(export(prefix, statistics, progress)));
            }
        }
        List<InsightTable> ours = new ArrayList<>();
        lanes.forEach(lane -> ours.add(lane.table()));
        if (insights != null) {
            ours.addAll(insights.build().tables());
        }
        String summary = settings.anySummary() && statistics != null ? summary(statistics, ours) : "";
        if (!summary.isEmpty() && statistics != null && !settings.summaryOnConsole()) {
            complete &=
                    write("_" + settings.summaryFile(), written, prefix -> summary(prefix, summary, statistics, ours));
        }
        log.wrote(written);
        if (!summary.isEmpty() && settings.summaryFile().equals("stderr")) {
            log.text(summary);
        } else if (!summary.isEmpty() && settings.summaryFile().equals("stdout")) {
            stdout.print(summary);
            stdout.flush();
        }
        return complete;
    }

    private Exporter exporter(Format format) {
        return format == Format.ROCPD ? new RocpdExporter(settings.rocpdSchema()) : format.exporter();
    }

    private Export export(Prefix prefix, @Nullable Statistics statistics, Progress progress) {
        return new Export(prefix, processes, statistics, settings.stats(), display, configured(), progress);
    }

    /// Writes the parts of a dataset, in a folder that other commands write to at the same time: the parts are whole
    /// when they have their names, and each is one process's own.
    private boolean dataset(List<Path> written, Progress progress) {
        String directory = NameKeys.names(processes.getFirst(), environment).resolve(settings.directory());
        Path folder = settings.isNamed()
                ? output.wanted().resolveSibling(output.wanted().getFileName() + "_dataset")
                : Path.of(directory).resolve("dataset");
        try {
            written.addAll(new DatasetExporter(new RunFacts()::of).write(export(new Prefix(folder), null, progress)));
            return true;
        } catch (IOException e) {
            log.error("cannot write " + folder + ": " + IoErrorText.of(e));
            return false;
        }
    }

    /// Writes files beside and, if all are whole, gives them their names.
    ///
    /// @param what the end of the files' names, for the message of a failure
    private boolean write(String what, List<Path> written, Work work) {
        try {
            List<Path> files = work.write(output.draft());
            output.publish();
            for (Path file : files) {
                written.add(output.path().resolveSibling(file.getFileName()));
            }
            return true;
        } catch (IOException e) {
            log.error("cannot write " + output.wanted() + what + ": " + IoErrorText.of(e));
            return false;
        } finally {
            output.discard();
        }
    }

    /// Writes the configuration; like AMD's, even if nothing was recorded.
    private boolean configuration(List<Path> written) {
        boolean complete = true;
        if (settings.writeConfiguration()) {
            complete = write(
                    "_config.json",
                    written,
                    prefix -> List.of(Configuration.write(prefix, processes, configured(), environment)));
        }
        List<Path> logs = processes.stream()
                .map(process -> process.directory().resolve(SegmentConstants.PERIODS_FILE))
                .filter(Files::exists)
                .toList();
        boolean wrote =
                logs.isEmpty() || write("_collection_periods.log", new ArrayList<>(), prefix -> periods(prefix, logs));
        return wrote && complete;
    }

    private Map<String, Object> configured() {
        return settings.configuration(NameKeys.names(processes.getFirst(), environment)::resolve);
    }

    /// Writes the logs that `ROCPROF_COLLECTION_PERIOD_TESTING` made the processes leave.
    private static List<Path> periods(Prefix prefix, List<Path> logs) throws IOException {
        Path file = prefix.file("collection_periods", "log");
        try (OutputStream out = NewFile.stream(file)) {
            for (Path log : logs) {
                Files.copy(log, out);
            }
        }
        return List.of(file);
    }

    private long bytes() {
        long[] bytes = new long[1];
        processes.forEach(process -> process.forEach(record -> bytes[0] += record.size()));
        return bytes[0];
    }

    private Statistics statistics(@Nullable InsightsBuilder insights, List<LaneStatistics> lanes) {
        if (insights == null && lanes.isEmpty()) {
            return Statistics.of(processes, display);
        }
        return Statistics.of(processes, display, record -> {
            if (insights != null) {
                insights.add(record);
            }
            lanes.forEach(lane -> lane.add(record));
        });
    }

    /// Writes the summary as text, or for programs if that is how the file's name ends.
    private List<Path> summary(Prefix prefix, String text, Statistics statistics, List<InsightTable> ours)
            throws IOException {
        String name = settings.summaryFile();
        if (name.endsWith(".json")) {
            return SummaryFiles.json(prefix, name.substring(0, name.length() - 5), tables(statistics, ours));
        }
        if (name.endsWith(".csv")) {
            return SummaryFiles.csv(prefix, name.substring(0, name.length() - 4), tables(statistics, ours));
        }
        Path file = prefix.file(name, "txt");
        NewFile.write(file, text);
        return List.of(file);
    }

    private List<InsightTable> tables(Statistics statistics, List<InsightTable> ours) {
        List<InsightTable> tables = new ArrayList<>();
        if (settings.summaryPerDomain()) {
            for (Domain domain : statistics.domains()) {
                tables.add(SummaryFiles.table(domain.name() + " SUMMARY", statistics, List.of(domain)));
            }
        }
        for (Pattern group : settings.summaryGroups()) {
            List<Domain> domains = statistics.domains().stream()
                    .filter(domain -> group.matcher(domain.name()).matches())
                    .toList();
            if (!domains.isEmpty()) {
                String names = domains.stream().map(Domain::name).collect(Collectors.joining(" + "));
                tables.add(SummaryFiles.table(names + " SUMMARY", statistics, domains));
            }
        }
        if (settings.summary()) {
            tables.add(SummaryFiles.table("SUMMARY", statistics, statistics.domains()));
        }
        tables.addAll(ours);
        return tables;
    }

    private String summary(Statistics statistics, List<InsightTable> ours) {
        TableSettings shown = settings.tables();
        String indent = settings.summaryOnConsole() ? CONSOLE_INDENT : "";
        SummaryText tables = new SummaryText(shown.unit(SummaryUnit.NSEC), indent, shown.top(Integer.MAX_VALUE));
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
        text.append(new InsightsText(shown.unit(SummaryUnit.FIT), indent, shown.top(ROWS)).of(ours));
        return text.toString();
    }
}
