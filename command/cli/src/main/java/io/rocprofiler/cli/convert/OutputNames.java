package io.rocprofiler.cli.convert;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Replaces AMD's keys in output names (`output_key.cpp` of rocprofiler-sdk 1.0.0): `%key%`, `{key}`, shorthands
/// such as `%h`, `%env{X}%`, `$ENV{X}`, `%q{X}`. Unknown keys stay unchanged.
final class OutputNames {

    private static final Pattern VARIABLE = Pattern.compile("%env\\{([^}]*)\\}%|\\$ENV\\{([^}]*)\\}|%q\\{([^}]*)\\}");
    private static final Pattern KEY = Pattern.compile("%(\\w+)%|\\{(\\w+)\\}");
    private static final Pattern DIRECTORY = Pattern.compile("%cwd%|\\{cwd\\}"); // the command's own, a whole path
    private static final Pattern SHORTHAND = Pattern.compile("%([hpjrs])");
    private static final Map<String, String> SHORTHANDS =
            Map.of("h", "hostname", "p", "pid", "j", "job", "r", "rank", "s", "size");

    private final Function<String, @Nullable String> keys;
    private final Function<String, @Nullable String> variables;

    /// @param keys the values of keys, null for an unknown key
    /// @param variables the values of environment variables
    OutputNames(Function<String, @Nullable String> keys, Function<String, @Nullable String> variables) {
        this.keys = keys;
        this.variables = variables;
    }

    /// Returns the beginning of a path that has no keys: what the user named as it is.
    static Path literal(Path pattern) {
        Path found = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
        for (Path name : pattern) {
            String text = name.toString();
            if (VARIABLE.matcher(text).find()
                    || KEY.matcher(text).find()
                    || SHORTHAND.matcher(text).find()) {
                return found;
            }
            found = found.resolve(name);
        }
        return pattern.resolveSibling("");
    }

    /// Returns the path with the keys' values, each of which is a part of one name: a path relative to the directory
    /// stays below it, whatever the values are.
    String resolve(String name) {
        String text = replace(name, VARIABLE, variable -> {
            String value = variables.apply(variable);
            return value == null ? "" : part(value);
        });
        text = replace(text, KEY, this::key);
        text = replace(text, SHORTHAND, letter -> key(SHORTHANDS.getOrDefault(letter, letter)));
        boolean isAbsolute = name.startsWith("/") || DIRECTORY.matcher(name).lookingAt();
        return text.startsWith("/") && !isAbsolute ? "." + text : text; // the first value is empty
    }

    private @Nullable String key(String key) {
        String value = keys.apply(key);
        return value == null || key.equals("cwd") ? value : part(value);
    }

    private static String part(String value) {
        return value.replaceAll("[/\\p{Cntrl}]", "_").replaceFirst("^\\.+", "_");
    }

    private static String replace(String text, Pattern pattern, Function<String, @Nullable String> values) {
        Matcher matcher = pattern.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) {
            String value = values.apply(firstGroup(matcher));
            matcher.appendReplacement(result, Matcher.quoteReplacement(value == null ? matcher.group() : value));
        }
        return matcher.appendTail(result).toString();
    }

    private static String firstGroup(Matcher matcher) {
        for (int i = 1; i <= matcher.groupCount(); i++) {
            String group = matcher.group(i);
            if (group != null) {
                return group;
            }
        }
        return "";
    }
}
