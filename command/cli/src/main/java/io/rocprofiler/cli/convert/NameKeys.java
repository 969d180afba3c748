package io.rocprofiler.cli.convert;

import io.rocprofiler.abi.internal.Launchers;
import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Returns the values of name keys for one traced process, or for the command itself.
final class NameKeys implements Function<String, @Nullable String> {

    private final BinaryOperator<String> properties; // a name, and the value otherwise
    private final long pid;
    private final Instant start;
    private final Map<String, String> environment;
    private final List<String> command;

    private NameKeys(
            BinaryOperator<String> properties,
            long pid,
            Instant start,
            List<String> command,
            Map<String, String> environment) {
        this.properties = properties;
        this.pid = pid;
        this.start = start;
        this.command = command;
        this.environment = environment;
    }

    /// Returns what replaces the keys of names for one process.
    static OutputNames names(ProcessTrace process, Map<String, String> environment) {
        return names(new NameKeys(
                process.properties()::get,
                process.pid(),
                Instant.ofEpochSecond(0, process.startRealtimeNanos()),
                process.properties().command(),
                environment));
    }

    /// Returns what replaces the keys of names where there is no program.
    ///
    /// @param pid of the command
    static OutputNames ofCommand(long pid, Map<String, String> environment) {
        return names(new NameKeys(
                (key, otherwise) -> key.equals("hostname") ? hostname(otherwise) : otherwise,
                pid,
                Instant.now(),
                List.of(),
                environment));
    }

    private static OutputNames names(NameKeys keys) {
        return new OutputNames(keys, keys::variable);
    }

    private static String hostname(String otherwise) {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException _) {
            return otherwise;
        }
    }

    @Override
    public @Nullable String apply(String key) {
        return switch (key) {
            case "hostname", "ppid", "pgid", "psid", "psize" -> properties.apply(key, "0");
            case "pid" -> Long.toString(pid);
            case "argv" -> condensed(String.join(" ", command));
            case "argt" -> condensed(tag() + " " + arguments());
            case "args" -> condensed(arguments());
            case "tag" -> tag();
            case "job" -> recorded("job", environment.getOrDefault("SLURM_JOB_ID", ""), "0");
            case "rank" -> recorded("rank", launched(Launchers.Fact.RANK), "0");
            case "size" -> recorded("size", launched(Launchers.Fact.SIZE), "1");
            case "nid" -> recorded("rank", launched(Launchers.Fact.RANK), Long.toString(pid));
            case "cwd" -> System.getProperty("user.dir");
            case "launch_date" -> TimeFormat.format(environment.getOrDefault("ROCPROF_DATE_FORMAT", "%F"), start());
            case "launch_time" ->
                TimeFormat.format(environment.getOrDefault("ROCPROF_TIME_FORMAT", "%F_%H.%M"), start());
            default -> argument(key);
        };
    }

    /// Returns an argument of the command line: `arg0`, `arg1`, …
    private @Nullable String argument(String key) {
        if (!key.matches("arg\\d{1,4}")) {
            return null;
        }
        int number = Integer.parseInt(key.substring(3));
        return number < command.size() ? condensed(command.get(number)) : "";
    }

    private String tag() {
        String program = command.isEmpty() ? "" : command.getFirst();
        return program.substring(program.lastIndexOf('/') + 1);
    }

    private String arguments() {
        return command.isEmpty() ? "" : String.join(" ", command.subList(1, command.size()));
    }

    /// Converts a command line to a part of a file name.
    private static String condensed(String text) {
        return text.strip().replaceAll("[\\s/]+", "_").replaceFirst("^[._]+", "");
    }

    /// Returns the value that the process recorded, else the value from the command's own environment, which
    /// applies if both belong to the same parallel program.
    private String recorded(String key, String ofCommand, String otherwise) {
        String value = properties.apply(key, ofCommand);
        return value.isEmpty() ? otherwise : value;
    }

    private String launched(Launchers.Fact fact) {
        return Launchers.value(fact, environment::get);
    }

    /// Returns a variable of the process's environment, which may differ from the command's.
    @Nullable
    String variable(String name) {
        String value = properties.apply("env." + name, "");
        return value.isEmpty() ? environment.get(name) : value;
    }

    private ZonedDateTime start() {
        return start.atZone(ZoneId.systemDefault());
    }
}
