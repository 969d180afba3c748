package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.console.ReadingLine;
import io.rocprofiler.cli.convert.Conversion;
import io.rocprofiler.cli.dataset.ClockLine;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.YesNo;
import io.rocprofiler.cli.output.FileTree;
import io.rocprofiler.cli.output.Writer;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the program under trace, converts its segments, and ends as it ended.
public final class TracedRun {

    /// The variable that keeps the segments unpacked, as the program wrote them.
    private static final String KEEP_RAW = "ROCPROFILER_KEEP_RAW";

    private static final int ENOENT = 2; // Linux

    private final Installation installation;
    private final Map<String, String> environment;
    private final Log log;
    private final FrontProcess front;

    TracedRun(Installation installation, Map<String, String> environment, Log log, FrontProcess front) {
        this.installation = installation;
        this.environment = environment;
        this.log = log;
        this.front = front;
    }

    /// Runs the program. Does not return if a signal ended the program and `only` is true: ends this process by the
    /// same signal.
    ///
    /// @param tracing false runs the program untraced
    /// @param only whether this is the last work of this process
    int run(
            List<String> program,
            Recording recording,
            boolean tracing,
            OutputSettings settings,
            Conversion conversion,
            boolean only) {
        installation.check();
        Launcher launcher = front.launcher();
        ProgramEnvironment edits = new ProgramEnvironment(environment);
        if (!tracing) {
            return end(launcher, program.getFirst(), launch(launcher, program, edits), true, only);
        }
        Path segments = SegmentsDirectory.create(settings.fixedDirectory());
        Preloads preloads =
                Preloads.of(installation, UntraceableReason.of(program.getFirst(), environment), launcher::loads);
        RecorderPlans plans = new RecorderPlans(recording, settings, environment, installation.collector());
        edits.trace(installation, preloads, segments, recording, plans.write(segments, log));
        tell(edits, recording, settings);
        Writer writer = Writer.of(environment);
        Manifest manifest = Manifest.begin(segments, program, writer.job(), log);
        ClockWatch clocks = ClockWatch.begin(segments, writer);
        Launcher.End end = launch(launcher, program, edits);
        Path now = SegmentsDirectory.follow(segments, launcher.place(), log);
        ClockLine clock = clocks.end(now);
        boolean complete = true;
        if (!(end instanceof Launcher.End.NotStarted) && !recording.discards()) {
            complete = convert(now, segments, conversion, program, plans, manifest.movedTo(now), end, clock);
        }
        if (recording.discards()) {
            FileTree.remove(now);
        }
        SegmentsDirectory.removeIfEmpty(now, segments);
        return end(launcher, program.getFirst(), end, complete, only);
    }

    private static void tell(ProgramEnvironment edits, Recording recording, OutputSettings settings) {
        edits.set("ROCPROF_OUTPUT_FORMAT", settings.formatNames());
        edits.set("ROCPROF_OUTPUT_PATH", settings.directory());
        edits.set("ROCPROF_OUTPUT_FILE_NAME", settings.file());
        if (settings.display().names().renamed()) {
            edits.set(Option.KERNEL_RENAME.form().variable(), "1");
        }
        if (settings.display().groupByQueue()) {
            edits.set(Option.GROUP_BY_QUEUE.form().variable(), "1");
        }
        recording.tell(edits);
    }

    private static Launcher.End launch(Launcher launcher, List<String> program, ProgramEnvironment edits) {
        return launcher.run(ProgramArguments.of(program), edits.edits());
    }

    private Run open(Path segments) throws IOException {
        Path temporary = TemporaryDirectory.of(environment, segments);
        boolean keepRaw = Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault(KEEP_RAW, "")));
        ReadingLine reading = new ReadingLine();
        UnmadeAgents.make(segments, environment, log::warning);
        return keepRaw
                ? Run.open(segments, temporary, reading)
                : Run.pack(segments, temporary, Ending::hasEnded, reading);
    }

    /// Converts the segments. Whatever fails here, the command still ends as the program ended.
    ///
    /// @param named the path of the run's directory when the program began
    private boolean convert(
            Path segments,
            Path named,
            Conversion conversion,
            List<String> program,
            RecorderPlans plans,
            Manifest manifest,
            Launcher.End end,
            @Nullable ClockLine clock) {
        if (!Files.isDirectory(segments)) {
            log.error(segments + " was removed while the program ran: the records of this run are lost");
            return false;
        }
        List<LiveProcess> running = LiveProcess.of(named, Path.of("/proc"));
        try (Run run = open(segments)) {
            manifest.end(end, run, running, clock);
            boolean complete = true;
            NothingRecorded nothing = new NothingRecorded(program, environment, !plans.suffices());
            if (run.processes().isEmpty()) {
                log.warning(running.isEmpty() ? nothing.inNoProcess(status(end)) : "nothing was recorded so far");
            } else {
                complete = conversion.run(run, processes -> nothing.in(processes, plans.recording()));
                log.info("segments kept in " + segments);
            }
            if (running.isEmpty()) {
                RecorderPlans.remove(segments);
            } else {
                log.result("still running: " + LiveProcess.describe(running)
                        + "; what they record from now on is read by: rocprofv3 convert " + segments);
            }
            return complete;
        } catch (IOException e) {
            log.error(segments + ": " + IoErrorText.of(e) + "; rocprofv3 convert reads what is there");
        } catch (RuntimeException | Error e) {
            log.unexpected(e);
            log.error("the records are in " + segments + "; rocprofv3 convert reads them");
        }
        return false;
    }

    private static int status(Launcher.End end) {
        return end instanceof Launcher.End.Exited(int code, int _) ? code : -1;
    }

    /// Ends as the program ended.
    ///
    /// @param complete whether all output has been written
    /// @return the exit code of this process, unless a signal ended the program
    public static int end(Launcher launcher, String program, Launcher.End end, boolean complete) {
        return end(launcher, program, end, complete, true);
    }

    private static int end(Launcher launcher, String program, Launcher.End end, boolean complete, boolean only) {
        return switch (end) {
            case Launcher.End.Exited(int code, int _) -> code == 0 && !complete ? CommandException.FAILED : code;
            case Launcher.End.Signaled(int number, int _) -> {
                if (only) {
                    launcher.dieBy(number);
                }
                yield 128 + number;
            }
            case Launcher.End.NotStarted(int errno) -> throw notStarted(program, errno);
        };
    }

    private static CommandException notStarted(String program, int errno) {
        boolean found = program.contains("/") && Files.exists(Path.of(program));
        if (errno == ENOENT && !found) {
            return new CommandException(CommandException.NOT_FOUND, "program not found: " + program);
        }
        String reason = errno == ENOENT ? "the interpreter that its first line names is missing" : Errno.text(errno);
        return new CommandException(CommandException.NOT_EXECUTABLE, "cannot execute " + program + ": " + reason);
    }
}
