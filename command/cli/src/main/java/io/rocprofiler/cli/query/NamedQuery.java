package io.rocprofiler.cli.query;

import io.rocprofiler.cli.options.ParsedOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A question that has a name: SQL with parameters, `:name`.
///
/// @param defaults of its parameters, by name
record NamedQuery(String name, String question, Map<String, String> defaults, String sql) {

    private static final Pattern PARAMETER = Pattern.compile("(?<=\\s):([a-z]+)\\b");

    /// SQL with values for its parameters, in their order.
    record Bound(String sql, List<String> values) {}

    /// Reads all of `queries.sql`: `-- NAME [parameter=default ...]: QUESTION`, then SQL.
    static List<NamedQuery> all() {
        String text;
        try (InputStream in = NamedQuery.class.getResourceAsStream("queries.sql")) {
            text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<NamedQuery> queries = new ArrayList<>();
        for (String part : text.split("(?m)^-- ")) {
            if (!part.isBlank()) {
                queries.add(of(part));
            }
        }
        return queries;
    }

    private static NamedQuery of(String part) {
        String head = part.substring(0, part.indexOf('\n'));
        String[] words = head.substring(0, head.indexOf(':')).split(" ");
        Map<String, String> defaults = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            defaults.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return new NamedQuery(
                words[0],
                head.substring(head.indexOf(':') + 1).strip(),
                defaults,
                part.substring(head.length()).strip());
    }

    /// @param words `parameter=value`
    Bound bound(List<String> words) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        for (String word : words) {
            String key = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (!word.contains("=") || !defaults.containsKey(key)) {
                throw ParsedOptions.usage("query " + name + " has no parameter '" + word + "'; it has "
                        + (defaults.isEmpty() ? "none" : signature()));
            }
            values.put(key, word.substring(key.length() + 1));
        }
        List<String> ordered = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(sql);
        while (matcher.find()) {
            ordered.add(values.getOrDefault(matcher.group(1), ""));
        }
        return new Bound(matcher.replaceAll("?"), ordered);
    }

    /// The parameters with their defaults: `limit=20`.
    String signature() {
        return defaults.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
