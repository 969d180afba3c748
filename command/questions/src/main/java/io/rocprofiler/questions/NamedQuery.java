package io.rocprofiler.questions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A question that has a name: SQL with parameters, `:name`, in the dialect that SQLite, DuckDB and Spark share.
///
/// @param defaults of its parameters, by name
public record NamedQuery(String name, String question, Map<String, String> defaults, String sql) {

    private static final Pattern PARAMETER = Pattern.compile("(?<=\\s):([a-z]+)\\b");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /// SQL with `?` for its parameters, and their values in that order: numbers and texts.
    public record Bound(String sql, List<Object> values) {}

    /// Reads all of `queries.sql`: `-- NAME [parameter=default ...]: QUESTION`, then SQL.
    public static List<NamedQuery> all() {
        List<NamedQuery> queries = new ArrayList<>();
        for (String part : Resources.text("queries.sql").split("(?m)^-- ")) {
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

    /// Returns the question with that name.
    public static Optional<NamedQuery> named(String name) {
        return all().stream().filter(query -> query.name().equals(name)).findFirst();
    }

    /// Whether it compares ranks, which rocpd does not know.
    public boolean isOfRanks() {
        return name.equals("ranks") || name.startsWith("ranks-") || name.endsWith("-by-rank");
    }

    /// Returns the values of all parameters: numbers and texts.
    ///
    /// @param words `parameter=value`
    /// @throws IllegalArgumentException with a line for the user, if a parameter is unknown
    public Map<String, Object> values(List<String> words) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        for (String word : words) {
            String key = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (!word.contains("=") || !defaults.containsKey(key)) {
                throw new IllegalArgumentException("query " + name + " has no parameter '" + word + "'; it has "
                        + (defaults.isEmpty() ? "none" : signature()));
            }
            values.put(key, word.substring(key.length() + 1));
        }
        Map<String, Object> typed = new LinkedHashMap<>();
        values.forEach((key, value) ->
                typed.put(key, NUMBER.matcher(value).matches() ? (Object) Integer.valueOf(value) : value));
        return typed;
    }

    /// Returns the question for an engine whose parameters have no names.
    ///
    /// @param words `parameter=value`
    /// @throws IllegalArgumentException with a line for the user, if a parameter is unknown
    public Bound bound(List<String> words) {
        Map<String, Object> values = values(words);
        List<Object> ordered = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(sql);
        while (matcher.find()) {
            ordered.add(values.getOrDefault(matcher.group(1), ""));
        }
        return new Bound(matcher.replaceAll("?"), ordered);
    }

    /// The parameters with their defaults: `limit=20`.
    public String signature() {
        return defaults.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
