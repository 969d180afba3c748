package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.dataset.ClockLine;
import io.rocprofiler.cli.dataset.RunFacts;
import io.rocprofiler.cli.options.Version;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.ProcessProperties;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Writes `manifest.json` of a run directory: the processes of the run, how they ended, and what they lost.
///
/// Written before the program starts, so that it exists even if the command is killed, and again after the program
/// has ended; each time atomically, by renaming. Readers do not need it for the records: it is for users and
/// scripts, and lets the command report missing process directories.
public final class Manifest {

    static final String FILE_NAME = RunFacts.MANIFEST;

    private static final int FORMAT = 1;
    private static final String DIRECTORY = "directory"; // of a process; no other property has this name
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Path directory;
    private final List<String> program;
    private final Instant began;
    private final String job;
    private final Log log;

    private Manifest(Path directory, List<String> program, Instant began, String job, Log log) {
        this.directory = directory;
        this.program = program;
        this.began = began;
        this.job = job;
        this.log = log;
    }

    /// Writes the manifest at the start of a run.
    ///
    /// @param job identifies the parallel job; empty if unknown
    static Manifest begin(Path directory, List<String> program, String job, Log log) {
        Manifest manifest = new Manifest(directory, program, Instant.now(), job, log);
        manifest.write(json -> json.writeStringProperty("state", "running"));
        return manifest;
    }

    /// Returns the manifest in the run's current directory.
    Manifest movedTo(Path now) {
        return now.equals(directory) ? this : new Manifest(now, program, began, job, log);
    }

    /// Writes the manifest at the end of a run.
    ///
    /// @param clock null if clocks were not compared
    void end(Launcher.End end, Run run, List<LiveProcess> running, @Nullable ClockLine clock) {
        write(json -> {
            json.writeStringProperty("state", "ended");
            json.writeStringProperty("ended", Instant.now().toString());
            program(json, end);
            if (clock != null) {
                json.writeName("clock");
                clock.write(json);
            }
            json.writeArrayPropertyStart("processes");
            run.processes().forEach(process -> process(json, process, run));
            json.writeEndArray();
            json.writeArrayPropertyStart("still_running");
            for (LiveProcess process : running) {
                json.writeStartObject();
                json.writeNumberProperty("pid", process.pid());
                json.writeStringProperty("name", process.name());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    /// Reports the process directories that the manifest names but that are missing. Reports none without a
    /// manifest; a damaged one is reported itself.
    public static void reportMissing(Path directory, Log log) {
        Path file = directory.resolve(FILE_NAME);
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), Files.newInputStream(file))) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME && json.currentName().equals(DIRECTORY)) {
                    reportIfMissing(directory, String.valueOf(json.nextStringValue()), log);
                }
            }
        } catch (IOException e) {
            log.warning(file + ": " + IoErrorText.of(e) + "; read without it");
        } catch (JacksonException _) {
            log.warning(file + " is damaged; read without it");
        }
    }

    private static void reportIfMissing(Path directory, String name, Log log) {
        Path process = directory.resolve(name);
        if (!Files.isDirectory(process)) {
            log.warning(process + ": no such directory, which " + FILE_NAME + " names; its records are lost");
        }
    }

    private interface Body {
        void write(JsonGenerator json);
    }

    /// Writes the manifest. A failure only costs a warning: the records matter more.
    private void write(Body body) {
        Path draft = directory.resolve(FILE_NAME + ".new");
        try {
            try (JsonGenerator json =
                    FACTORY.createGenerator(ObjectWriteContext.empty(), NewFile.stream(draft), JsonEncoding.UTF8)) {
                json.writeStartObject();
                header(json);
                body.write(json);
                json.writeEndObject();
                json.writeRaw('\n');
            } catch (JacksonIOException e) {
                throw e.getCause();
            } catch (JacksonException e) {
                throw new IOException(e.getOriginalMessage(), e);
            }
            Files.move(draft, directory.resolve(FILE_NAME), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            log.warning("cannot write " + directory.resolve(FILE_NAME) + ": " + IoErrorText.of(e));
            remove(draft);
        }
    }

    private static void remove(Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException _) {
            // A leftover draft is not read as a manifest.
        }
    }

    private void header(JsonGenerator json) {
        json.writeNumberProperty("format", FORMAT);
        json.writeStringProperty("writer", "rocprofiler-java " + Version.NUMBER);
        json.writeNumberProperty("command_pid", FrontProcess.commandPid());
        strings(json, "command", program);
        json.writeStringProperty("working_directory", System.getProperty("user.dir"));
        if (!job.isEmpty()) {
            json.writeStringProperty("job", job);
        }
        json.writeStringProperty("began", began.toString());
        json.writeNumberProperty("began_realtime_ns", began.getEpochSecond() * NANOS_PER_SECOND + began.getNano());
    }

    private static void program(JsonGenerator json, Launcher.End end) {
        json.writeObjectPropertyStart("program");
        switch (end) {
            case Launcher.End.Exited(int code, int pid) -> {
                json.writeNumberProperty("pid", pid);
                json.writeNumberProperty("exited", code);
            }
            case Launcher.End.Signaled(int number, int pid) -> {
                json.writeNumberProperty("pid", pid);
                json.writeNumberProperty("signaled", number);
            }
            case Launcher.End.NotStarted(int errno) -> json.writeNumberProperty("not_started", errno);
        }
        json.writeEndObject();
    }

    private static void process(JsonGenerator json, ProcessTrace process, Run run) {
        ProcessProperties properties = process.properties();
        json.writeStartObject();
        json.writeStringProperty(DIRECTORY, String.valueOf(process.directory().getFileName()));
        json.writeStringProperty("host", properties.get("hostname", ""));
        json.writeNumberProperty("pid", process.pid());
        json.writeNumberProperty("parent", properties.number("ppid", 0));
        if (!process.forkedFrom().isEmpty()) {
            json.writeStringProperty("forked_from", process.forkedFrom());
        }
        json.writeNumberProperty("fork_children", process.forkChildren());
        for (String key : List.of("rank", "size", "local_rank")) {
            number(json, key, properties);
        }
        strings(json, "command", properties.command());
        json.writeStringProperty("executable", properties.get("executable", ""));
        strings(json, "runtimes", properties.runtimes());
        json.writeObjectPropertyStart("clocks");
        json.writeStringProperty("boot_id", properties.get("boot_id", ""));
        json.writeNumberProperty("boottime_ns", process.startNanos());
        json.writeNumberProperty("realtime_ns", process.startRealtimeNanos());
        json.writeEndObject();
        json.writeNumberProperty("end_boottime_ns", process.endNanos());
        json.writeStringProperty("ending", Ending.of(process, run.processes()).label());
        json.writeBooleanProperty("checked", process.isChecked());
        counts(json, process);
        strings(
                json,
                "problems",
                process.problems().stream().map(Problem::toString).toList());
        json.writeEndObject();
    }

    private static void counts(JsonGenerator json, ProcessTrace process) {
        Counts counts = process.counts();
        json.writeObjectPropertyStart("counts");
        json.writeNumberProperty("submitted", counts.submitted());
        json.writeNumberProperty("recorded", counts.recorded());
        json.writeNumberProperty("in_flight", counts.inFlight());
        json.writeNumberProperty("dropped", counts.dropped());
        json.writeNumberProperty("left_by_exceptions", process.abandoned());
        json.writeNumberProperty("passed_through", process.passedThrough());
        json.writeNumberProperty("calls_open_at_end", process.openCalls());
        json.writeNumberProperty("ranges_open_at_end", process.openRanges().size());
        json.writeNumberProperty("work_in_flight", workInFlight(process));
        json.writeNumberProperty("unchecked", process.unchecked());
        json.writeNumberProperty("late", process.lateCalls());
        json.writeNumberProperty("lost_in_children", process.lostInChildren());
        json.writeEndObject();
    }

    private static long workInFlight(ProcessTrace process) {
        long sum = 0;
        for (Domain domain : Domain.GPU_WORK) {
            sum += process.work(domain).inFlight();
        }
        return sum;
    }

    /// Writes a rank. Launchers of parallel programs may use any text for it; leaves out what is not a number.
    private static void number(JsonGenerator json, String key, ProcessProperties properties) {
        OptionalLong value = properties.get(key, "").isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(properties.number(key, Long.MIN_VALUE));
        if (value.isPresent() && value.getAsLong() != Long.MIN_VALUE) {
            json.writeNumberProperty(key, value.getAsLong());
        }
    }

    private static void strings(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }
}
