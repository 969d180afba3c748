package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What tracing costs: the tables of the benchmarks' README, made of the tables and rows that there are and of what was
/// measured on each machine.
///
/// A line of `tables.tsv` is a table (its key, heading, command and what is measured) or one of its rows (`TABLE.ROW`,
/// its name, floor and sentence). A line of `results/MACHINE.tsv` begins the last run of a table on that machine
/// (`TABLE`, date, conditions, columns) or is a row of it (`TABLE.ROW`, values); `TABLE.ROW@amd` is what AMD's SDK took
/// in the same run.
public final class Benchmarks {

    public static final Path PAGE = Path.of("lab/bench/README.md");

    private static final Path TABLES = Path.of("lab/bench/tables.tsv");
    private static final String RESULTS = "lab/bench/results";
    private static final String BEGIN = "<!-- results, by ./check --write -->\n", END = "<!-- end -->\n";
    private static final String AMD = "@amd";
    private static final Pattern FLOOR = Pattern.compile("(?:(\\d) )?([a-z]+\\.[\\w-]+)");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final Pattern THOUSANDS = Pattern.compile("(?<=(?<![.\\d])\\d{1,6})(?=(?:\\d{3})+(?!\\d))");

    /// A line of `tables.tsv`.
    ///
    /// @param name how readers call it
    /// @param floor of a row: a row or a multiple of one ("2 machine.clock"), or words; of a table its command
    /// @param sentence what there is to know
    private record Entry(String key, String name, String floor, String sentence) {

        private static Entry of(String line) {
            String[] cells = line.split("\t", -1);
            if (cells.length != 4) throw new IllegalArgumentException(TABLES + ": not 4 cells: " + line);
            return new Entry(cells[0], cells[1], cells[2], cells[3]);
        }

        private boolean isTable() {
            return key.indexOf('.') < 0;
        }
    }

    /// A machine's results.
    ///
    /// @param name "2 processors"
    /// @param lines the cells by their key
    public record Machine(String name, Map<String, List<String>> lines) {

        public static Machine of(String name, List<String> lines) {
            Map<String, List<String>> cells = new LinkedHashMap<>();
            for (String line : lines) {
                List<String> words = List.of(line.split("\t", -1));
                if (cells.put(words.getFirst(), words.subList(1, words.size())) != null)
                    throw new IllegalArgumentException(name + ": twice: " + words.getFirst());
            }
            return new Machine(name, cells);
        }

        private boolean has(String key) {
            return lines.containsKey(key);
        }

        private List<String> columns(String table) {
            List<String> run = lines.getOrDefault(table, List.of());
            return run.size() > 2 ? run.subList(2, run.size()) : List.of("");
        }

        /// Returns a row's values, one for each column of its table.
        private List<String> values(String table, String key) {
            List<String> values = new ArrayList<>(lines.getOrDefault(key, List.of()));
            int columns = columns(table).size();
            if (values.size() > columns)
                throw new IllegalArgumentException(name + ": more values than columns: " + key);
            while (values.size() < columns) values.add("");
            return values;
        }

        private String conditions(String table) {
            List<String> run = lines.getOrDefault(table, List.of());
            return Stream.concat(Stream.of(name), run.stream().limit(2))
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.joining(", "));
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<Machine> machines;

    private Benchmarks(List<String> tables, List<Machine> machines) {
        this.machines = machines;
        tables.stream().map(Entry::of).forEach(entry -> entries.put(entry.key(), entry));
        for (Machine machine : machines) machine.lines().keySet().forEach(key -> requireKnown(machine, key));
    }

    public static List<String> outdated() {
        try {
            boolean same = SourceTree.text(PAGE).equals(page(SourceTree.text(PAGE)));
            return same ? List.of() : List.of(PAGE + " is not made of " + TABLES + " and " + RESULTS);
        } catch (IllegalArgumentException e) {
            return List.of(Objects.requireNonNull(e.getMessage()));
        }
    }

    public static void write() {
        try {
            Files.writeString(SourceTree.ROOT.resolve(PAGE), page(SourceTree.text(PAGE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the tables, as Markdown.
    ///
    /// @throws IllegalArgumentException if a result is of no row, or has no run
    public static String tables(List<String> tables, List<Machine> machines) {
        Benchmarks all = new Benchmarks(tables, machines);
        boolean hasAmd = machines.stream()
                .anyMatch(machine -> machine.lines().keySet().toString().contains(AMD));
        return all.entries.values().stream()
                .filter(Entry::isTable)
                .map(all::table)
                .collect(Collectors.joining(
                        "", hasAmd ? "" : "AMD's SDK was measured on none of these machines.\n", ""));
    }

    private static String page(String page) {
        int begin = page.indexOf(BEGIN), end = page.indexOf(END);
        if (begin < 0 || end < begin) throw new IllegalArgumentException(PAGE + ": no " + BEGIN + " and " + END);
        String tables = tables(SourceTree.lines(TABLES), machines());
        return page.substring(0, begin + BEGIN.length()) + tables + page.substring(end);
    }

    /// Returns what is in the folder of results, small machines first.
    private static List<Machine> machines() {
        Path folder = SourceTree.ROOT.resolve(RESULTS);
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".tsv"))
                    .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                    .map(name -> Machine.of(
                            name.replace(".tsv", "").replace('-', ' '), SourceTree.lines(Path.of(RESULTS, name))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireKnown(Machine machine, String result) {
        String key = result.replace(AMD, "");
        if (!entries.containsKey(key)) throw new IllegalArgumentException(TABLES + " has no " + key);
        if (!machine.has(tableOf(key))) throw new IllegalArgumentException(machine.name() + ": no run of " + key);
        if (!machine.has(key)) throw new IllegalArgumentException(machine.name() + ": only AMD's " + key);
    }

    private static String tableOf(String key) {
        return key.replaceAll("\\..*", "");
    }

    private String table(Entry table) {
        List<Machine> here =
                machines.stream().filter(machine -> machine.has(table.key())).toList();
        List<Entry> rows = rows(table, here);
        if (rows.isEmpty()) return "";
        List<String> floors =
                rows.stream().map(row -> floor(row, here)).distinct().toList();
        String all = floors.size() == 1 ? floors.getFirst() : "";
        StringBuilder text = new StringBuilder("\n## " + table.name() + "\n\n`" + table.floor() + "`: ");
        text.append(table.sentence()).append(all.isEmpty() ? "\n" : " Floor: " + all + ".\n");
        for (Machine machine : here)
            text.append("*").append(machine.conditions(table.key())).append(".*\n");
        List<String> header = header(table, here);
        text.append('\n')
                .append(line(header))
                .append("|-".repeat(header.size()))
                .append("|\n");
        appendRows(text, table, here, all);
        return text.toString();
    }

    /// Appends the rows. One without a floor is that of those below it; another floor than the last one is named.
    private void appendRows(StringBuilder text, Entry table, List<Machine> here, String floorOfAll) {
        String last = floorOfAll;
        for (Entry row : rows(table, here)) {
            String floor = floor(row, here);
            boolean same = floor.isEmpty() || floor.equals(last);
            String name = floor.isEmpty() ? "*" + row.name() + "*" : row.name();
            String told = same ? row.sentence() : "Floor: " + floor + ". " + row.sentence();
            text.append(line(cells(name, table.key(), row.key(), here, told)));
            String amd = row.key() + AMD;
            if (here.stream().anyMatch(machine -> machine.has(amd)))
                text.append(line(cells("the same, AMD's", table.key(), amd, here, "")));
            last = floor.isEmpty() ? row.name() : floor;
        }
    }

    /// Returns the rows of the table that were measured on some machine.
    private List<Entry> rows(Entry table, List<Machine> here) {
        return entries.values().stream()
                .filter(entry -> entry.key().startsWith(table.key() + "."))
                .filter(entry -> here.stream().anyMatch(machine -> machine.has(entry.key())))
                .toList();
    }

    private static List<String> header(Entry table, List<Machine> here) {
        List<String> header = new ArrayList<>(List.of(""));
        for (Machine machine : here) {
            List<String> columns = new ArrayList<>(machine.columns(table.key()));
            if (here.size() > 1) columns.set(0, (machine.name() + ": " + columns.getFirst()).replaceAll(": $", ""));
            header.addAll(columns);
        }
        header.add("");
        return header;
    }

    private static List<String> cells(String name, String table, String key, List<Machine> here, String told) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (Machine machine : here)
            machine.values(table, key)
                    .forEach(value -> cells.add(THOUSANDS.matcher(value).replaceAll(",")));
        cells.add(told);
        return cells;
    }

    /// Returns the floor of a row: the name of the row that it is, and its figures where that is in another table or
    /// is taken more than once.
    private String floor(Entry row, List<Machine> here) {
        Matcher matcher = FLOOR.matcher(row.floor());
        if (!matcher.matches()) return row.floor();
        Entry floor = entries.get(matcher.group(2));
        if (floor == null) throw new IllegalArgumentException(TABLES + " has no " + row.floor());
        if (matcher.group(1) == null) return floor.name();
        int times = Integer.parseInt(matcher.group(1));
        String table = tableOf(floor.key()), name = times == 1 ? floor.name() : times + " × " + floor.name();
        if (table.equals(tableOf(row.key()))) return name;
        String figures = here.stream()
                .filter(machine -> machine.has(floor.key()))
                .map(machine -> multiplied(machine.values(table, floor.key()).getFirst(), times))
                .collect(Collectors.joining("; "));
        return figures.isEmpty() ? name : name + ", " + figures;
    }

    private static String multiplied(String value, int times) {
        return NUMBER.matcher(value)
                .replaceAll(number -> new BigDecimal(number.group())
                        .multiply(BigDecimal.valueOf(times))
                        .toPlainString());
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.isEmpty() ? " " : " " + cell + " ")
                .collect(Collectors.joining("|", "|", "|\n"));
    }
}
