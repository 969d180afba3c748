package io.rocprofiler.cli.options;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.OptionForm.Kind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The values of options, given as options or else as environment variables.
public final class ParsedOptions {

    // Boolean, String, List<String> or List<List<String>>, by the option's kind
    private final Map<Option, Object> options;
    private final Map<String, String> environment;

    public ParsedOptions(Map<Option, Object> options, Map<String, String> environment) {
        this.options = options.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(options));
        this.environment = environment;
    }

    Map<String, String> environment() {
        return environment;
    }

    /// Combines these options with more.
    ///
    /// @throws CommandException if both give different values for an option
    public ParsedOptions with(Map<Option, Object> more) {
        Map<Option, Object> all = new EnumMap<>(Option.class);
        all.putAll(options);
        more.forEach((option, value) -> {
            Object other = all.putIfAbsent(option, value);
            if (other != null && !other.equals(value)) {
                throw Refusals.refused("conflicting value for " + option.key() + ": " + other + " on the command line, "
                        + value + " in the input file");
            }
        });
        return new ParsedOptions(all, environment);
    }

    /// Returns these options with another value for one of them, null for none.
    ParsedOptions with(Option option, @Nullable Object value) {
        Map<Option, Object> all = new EnumMap<>(Option.class);
        all.putAll(options);
        if (value == null) {
            all.remove(option);
        } else {
            all.put(option, value);
        }
        return new ParsedOptions(all, environment);
    }

    /// Whether the option was given on the command line or in the input file.
    public boolean isGiven(Option option) {
        return options.containsKey(option);
    }

    /// Returns the flag's value, null if given neither on the command line nor in the input file.
    @Nullable
    Boolean explicit(Option option) {
        return (Boolean) options.get(option);
    }

    /// Returns the flag's value from the option or its variable; false if not given.
    public boolean flag(Option option) {
        Boolean said = explicit(option);
        return said != null ? said : Boolean.TRUE.equals(YesNo.parse(variable(option)));
    }

    /// Returns the value from the option or its variable, or `otherwise` if absent or empty.
    public String text(Option option, String otherwise) {
        Object said = options.get(option);
        String value = said == null ? variable(option) : said.toString();
        if (value.isEmpty()) {
            return otherwise;
        }
        List<String> words = option.form().words();
        if (!words.isEmpty() && !words.contains(value.toLowerCase(Locale.ROOT))) {
            throw usage(option.longName() + ": '" + value + "' is not one of " + String.join(", ", words));
        }
        return words.isEmpty() ? value : value.toLowerCase(Locale.ROOT);
    }

    /// Returns the values of the option, ignoring its variable.
    @SuppressWarnings("unchecked") // what a list's kind stands for
    public List<String> list(Option option) {
        Object said = options.get(option);
        return said == null ? List.of() : (List<String>) said;
    }

    /// Returns the lists of an option that may be given several times, ignoring its variable.
    @SuppressWarnings("unchecked") // what a group's kind stands for
    List<List<String>> groups(Option option) {
        Object said = options.get(option);
        return said == null ? List.of() : (List<List<String>>) said;
    }

    /// Whether groups of counters are passes of one run, not runs.
    boolean replaysKernels() {
        return text(Option.REPLAY_MODE, "").equals("kernel");
    }

    /// Returns the value of the option's variable, empty if unset.
    public String variable(Option option) {
        String variable = option.form().variable();
        return variable.isEmpty() ? "" : environment.getOrDefault(variable, "");
    }

    /// Returns the options as keys and values of an input file.
    public Map<String, Object> asMap() {
        Map<String, Object> map = new TreeMap<>();
        options.forEach((option, value) -> map.put(option.key(), value));
        return map;
    }

    /// Converts a value of an input file to the option's type.
    ///
    /// @throws CommandException if the value is not convertible
    static Object value(Option option, Object value) {
        Kind kind = option.form().kind();
        if (kind == Kind.WORDS && value instanceof Boolean) {
            return List.of(value.toString());
        }
        if (kind == Kind.LIST || kind == Kind.WORDS) {
            return words(value);
        }
        if (kind == Kind.GROUPS) {
            boolean isNested = value instanceof List<?> all && all.stream().allMatch(List.class::isInstance);
            return isNested
                    ? ((List<?>) value).stream().map(ParsedOptions::words).toList()
                    : List.of(words(value));
        }
        if (value instanceof List<?> || value instanceof Map<?, ?>) {
            throw usage("input file: " + option.key() + " takes one value, not " + value);
        }
        if (kind == Kind.TEXT) {
            return value.toString();
        }
        Boolean flag = YesNo.parse(value.toString());
        if (flag == null) {
            throw usage("input file: " + option.key() + ": '" + value + "' is neither yes nor no");
        }
        return flag;
    }

    private static List<String> words(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(value).strip().split("\\s+"));
    }

    public static CommandException usage(String line) {
        return new CommandException(CommandException.USAGE, line);
    }
}
