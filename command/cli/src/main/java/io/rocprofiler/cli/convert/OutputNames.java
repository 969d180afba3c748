package io.rocprofiler.cli.convert;

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

    String resolve(String name) {
        String text = replace(name, VARIABLE, variable -> {
            String value = variables.apply(variable);
            return value == null ? "" : value;
        });
        text = replace(text, KEY, keys);
        return replace(text, SHORTHAND, letter -> keys.apply(SHORTHANDS.getOrDefault(letter, letter)));
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
