package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.Launchers;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.CheckedLines;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The properties that a traced process wrote about itself: `key=value` lines, the last of which may be cut off; and
/// `rank`, `size` and `local_rank`, where the variables among them say who it is in a parallel job.
public final class ProcessProperties {

    private static final String RUNTIME = "runtime.";

    private final Map<String, String> values;

    private ProcessProperties(Map<String, String> values) {
        this.values = values;
    }

    /// @param statedBytes the least length the file should have, 0 if unknown
    static ProcessProperties read(Path file, long statedBytes, List<Problem> problems) {
        Map<String, String> values = new LinkedHashMap<>();
        try {
            CheckedLines.read(file, statedBytes, problems).forEach(line -> add(line, values));
        } catch (NoSuchFileException _) {
            problems.add(new Problem(file.toString(), "no such file", "the process is known by its number only"));
        } catch (IOException e) {
            problems.add(new Problem(file.toString(), IoErrorText.of(e), "the process is known by its number only"));
        }
        for (Launchers.Fact fact : Launchers.Fact.values()) {
            String value = Launchers.value(fact, name -> values.get("env." + name));
            if (!value.isEmpty()) {
                values.put(fact.name().toLowerCase(Locale.ROOT), value);
            }
        }
        return new ProcessProperties(values);
    }

    private static void add(String line, Map<String, String> values) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.startsWith("#")) {
            values.put(line.substring(0, equals), line.substring(equals + 1));
        }
    }

    /// Returns the value, or `missing` if the key is absent.
    public String get(String key, String missing) {
        return values.getOrDefault(key, missing);
    }

    /// Returns the value as a number, or `missing` if absent or not a number.
    public long number(String key, long missing) {
        try {
            return Long.parseLong(get(key, ""));
        } catch (NumberFormatException _) {
            return missing;
        }
    }

    /// The command line. In the file, `\0` (two characters) separates arguments and `\\` stands for a backslash.
    public List<String> command() {
        List<String> arguments = new ArrayList<>();
        String text = get("command", "");
        if (text.isEmpty()) {
            return arguments;
        }
        StringBuilder argument = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                argument.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            if (escaped == '0') {
                arguments.add(argument.toString());
                argument.setLength(0);
            } else {
                argument.append(escaped == 'n' ? '\n' : escaped);
            }
        }
        if (!argument.isEmpty()) {
            arguments.add(argument.toString());
        }
        return arguments;
    }

    /// The runtimes in the order of their registration, each as `name version instance`.
    public List<String> runtimes() {
        Map<Integer, String> ordered = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(RUNTIME) && key.substring(RUNTIME.length()).matches("\\d{1,9}")) {
                ordered.put(Integer.valueOf(key.substring(RUNTIME.length())), value);
            }
        });
        return List.copyOf(ordered.values());
    }
}
