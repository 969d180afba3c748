package io.rocprofiler.cli.run;

import io.rocprofiler.cli.doctor.ProgramRuntimes;
import io.rocprofiler.cli.options.Trace;
import io.rocprofiler.cli.options.YesNo;
import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Why a run has no records, from what its command line, its environment, its program's file and its processes say.
///
/// @param program as started, with its arguments
/// @param environment of the command
/// @param needsEngine whether processes are recorded by the engine, which older JVMs cannot have
record NothingRecorded(List<String> program, Map<String, String> environment, boolean needsEngine) {

    private static final String PREFIX = "nothing was recorded";
    private static final String ENABLED = "ROCPROFILER_REGISTER_ENABLED";
    private static final int OLDEST_JAVA = 25; // that the engine can join (docs/java-hosts.md)
    private static final Pattern JAVA_VERSION = Pattern.compile("^JAVA_VERSION=\"(?:1\\.)?(\\d{1,4})");
    private static final int NOT_LOADED = 127; // of the dynamic linker, and of shells that find no program

    /// What is known when no process has begun to record.
    private static final String NO_RUNTIME =
            "no process that its environment reached used a ROCm runtime that can be traced, or a line above says why not";

    // that execute a program which is an argument; others only read the files that they are given
    private static final Set<String> WRAPPERS = Set.of(
            "timeout",
            "nice",
            "nohup",
            "stdbuf",
            "taskset",
            "numactl",
            "time",
            "setsid",
            "xvfb-run",
            "strace",
            "ltrace",
            "gdb",
            "perf",
            "mpirun",
            "mpiexec",
            "srun",
            "softgpu",
            "softkfd",
            "chrt",
            "ionice",
            "setarch",
            "unshare");

    private static final Set<String> OTHER_USER = Set.of("sudo", "doas", "su", "pkexec");

    /// Says why no process began to record.
    ///
    /// @param status the program's exit status, -1 if a signal ended it
    String inNoProcess(int status) {
        EnvCommand started = EnvCommand.of(program);
        UntraceableReason untraceable = UntraceableReason.of(started.words().getFirst(), environment);
        if (untraceable != null) {
            return PREFIX + ": " + started.words().getFirst() + " " + untraceable.reason()
                    + otherUser(untraceable, started.words());
        }
        if (!started.removed().isEmpty()) {
            String words = started.words().getFirst();
            return PREFIX + ": " + started.removed() + " takes away the variables by which " + words
                    + " is traced; put rocprofv3 behind it: " + started.removed() + " rocprofv3 … -- " + words;
        }
        String enabled = started.variables().getOrDefault(ENABLED, environment.getOrDefault(ENABLED, ""));
        if (Boolean.FALSE.equals(YesNo.parse(enabled))) {
            return PREFIX + ": " + ENABLED + "=" + enabled + " says so";
        }
        return PREFIX + ": " + ofFiles(started.words(), status);
    }

    private static String otherUser(UntraceableReason reason, List<String> words) {
        String name = name(words.getFirst());
        return reason == UntraceableReason.PRIVILEGED && OTHER_USER.contains(name) && words.size() > 1
                ? "; put rocprofv3 behind it: " + name + " rocprofv3 … -- program"
                : "";
    }

    private String ofFiles(List<String> words, int status) {
        ProgramRuntimes runtimes = new ProgramRuntimes(environment);
        Path file = UntraceableReason.file(words.getFirst(), environment);
        Set<String> linked = file == null ? Set.of() : runtimes.linked(file);
        for (String library : linked) {
            if (status == NOT_LOADED && !runtimes.isFound(library)) {
                return words.getFirst() + " is linked to " + library + ", which is not in " + ProgramRuntimes.PLACES;
            }
        }
        if (!linked.isEmpty()) {
            return words.getFirst() + " is linked to " + String.join(", ", linked)
                    + ", but recording began nowhere: no runtime was initialised, or a line above says why not";
        }
        int java = file == null ? 0 : javaRelease(file);
        if (needsEngine && java > 0 && java < OLDEST_JAVA) {
            return words.getFirst() + " is Java " + java + ", and programs are traced from Java " + OLDEST_JAVA + " on";
        }
        String other = otherProgram(words);
        if (!other.isEmpty()) {
            return other;
        }
        return NO_RUNTIME + "; rocprofv3 goes behind what clears the environment or starts programs elsewhere"
                + (runtimes.isAnyFound() ? "" : "; none is in " + ProgramRuntimes.PLACES);
    }

    /// Returns the release of Java that a program belongs to, 0 if it is none of Java's.
    private static int javaRelease(Path file) {
        try (Stream<String> lines = Files.lines(file.toRealPath().resolveSibling("../release"))) {
            return lines.map(JAVA_VERSION::matcher)
                    .filter(Matcher::find)
                    .mapToInt(version -> Integer.parseInt(version.group(1)))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    /// Returns why a program that another one may have started, such as `timeout 5 ./program`, cannot be traced.
    private String otherProgram(List<String> words) {
        for (String word :
                WRAPPERS.contains(name(words.getFirst())) ? words.subList(1, words.size()) : List.<String>of()) {
            try {
                UntraceableReason reason = word.contains("/") && Files.isExecutable(Path.of(word))
                        ? UntraceableReason.of(word, environment)
                        : null;
                if (reason != null && reason != UntraceableReason.OTHER_MACHINE) { // that one would not have run
                    return word + ", which " + name(words.getFirst()) + " is given, " + reason.reason();
                }
            } catch (InvalidPathException _) {
                // no file
            }
        }
        return "";
    }

    private static String name(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }

    /// Says why processes that began to record have no records.
    String in(List<ProcessTrace> processes, Recording recording) {
        String cause = cause(processes, recording);
        return cause.isEmpty() ? PREFIX : PREFIX + ": " + cause;
    }

    private String cause(List<ProcessTrace> processes, Recording recording) {
        if (!recording.mode().isEmpty()) {
            return "--benchmark-mode " + recording.mode() + " says so";
        }
        Set<String> loaded = new LinkedHashSet<>();
        processes.forEach(
                process -> process.properties().runtimes().forEach(runtime -> loaded.add(runtime.split(" ", 2)[0])));
        Set<String> wanted = new TreeSet<>();
        for (Trace trace : Trace.values()) {
            if (recording.isOn(trace, environment)) {
                wanted.add(trace.runtime());
            }
        }
        String asked = String.join(", ", recording.asked());
        if (!loaded.isEmpty() && wanted.stream().noneMatch(loaded::contains)) {
            String untraced = new ProgramRuntimes(environment).untracedHip();
            return "the program loaded only " + String.join(", ", loaded) + "; for " + asked + " it has to use "
                    + String.join(", ", wanted)
                    + (wanted.contains("hip") && !untraced.isEmpty() ? "; " + untraced : "");
        }
        if (loaded.isEmpty()) {
            return "";
        }
        if (recording.selectedRegions()) {
            return "nothing of " + asked
                    + " happened between roctxProfilerResume and roctxProfilerPause (--selected-regions)";
        }
        return "nothing of " + asked + " happened"
                + (recording.periods().isEmpty() ? "" : " in the times of --collection-period");
    }
}
