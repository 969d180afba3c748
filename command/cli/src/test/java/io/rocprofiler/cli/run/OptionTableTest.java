package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.CommandLines;
import io.rocprofiler.cli.options.MpiRank;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Passes;
import io.rocprofiler.cli.options.Passes.Pass;
import io.rocprofiler.cli.options.Said;
import io.rocprofiler.cli.options.UnsupportedOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every option and every key of input files in the spellings of AMD's command (`rocprofv3.py` of rocprofiler-sdk
/// 1.0.0 to 1.4.1), and what each does here: `options.tsv`.
class OptionTableTest {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @TempDir
    Path folder;

    /// A line of the table.
    ///
    /// @param subject the option's long name, or `key` and a key of input files
    /// @param text words before the `--`, after variables of the environment; or the keys of a job in YAML
    /// @param outcome `parsed` (settings change), `line` (the program runs), or `refused` and an exit code
    /// @param detail what changes, the line, or the refusal
    record Row(String subject, String text, String outcome, String detail) {

        static Row of(String line) {
            String[] cells = line.split("\t", -1);
            assertThat(cells).as(line).hasSize(4);
            return new Row(cells[0], cells[1], cells[2], cells[3]);
        }

        boolean isKey() {
            return subject.startsWith("key ");
        }
    }

    private static List<Row> rows() {
        try (InputStream table = Objects.requireNonNull(OptionTableTest.class.getResourceAsStream("options.tsv"))) {
            String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().skip(1).map(Row::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eachSpellingDoesWhatTheTableSays(Row row) throws IOException {
        assertThat(outcome(row)).isEqualTo(row.outcome() + ": " + row.detail());
    }

    @Test
    void theTableHasEveryOptionKeyAndName() {
        Set<String> subjects = rows().stream().map(Row::subject).collect(Collectors.toSet());
        Set<String> words = rows().stream()
                .flatMap(row -> Stream.of(row.text().split("[ =]")))
                .collect(Collectors.toCollection(HashSet::new));
        for (Option option : Option.values()) {
            String key = option.longName().substring(2).replace('-', '_');
            if (option.form().run()) {
                assertThat(subjects)
                        .contains(option.longName(), option == Option.INPUT ? option.longName() : "key " + key);
                assertThat(words).contains(option.longName());
            }
            Stream.of(option.form().letter(), option.form().alias())
                    .filter(name -> !name.isEmpty() && option.form().run())
                    .forEach(name -> assertThat(words).contains(name));
        }
        assertThat(subjects).contains("key pmc_groups", "key pmc_group_interval");
    }

    private String outcome(Row row) throws IOException {
        Map<String, String> environment = new TreeMap<>();
        List<String> options = new ArrayList<>();
        if (row.isKey()) {
            Path file = folder.resolve("jobs.yaml");
            Files.writeString(
                    file,
                    row.text().startsWith("jobs:") || row.text().startsWith("{")
                            ? row.text()
                            : "jobs: [{" + row.text() + "}]");
            options.addAll(List.of("-i", file.toString()));
        } else {
            split(row.text(), environment, options);
        }
        try {
            List<String> lines = new ArrayList<>();
            Passes passes = Passes.of(parsed(environment, options), lines::add);
            for (Pass pass : passes.all()) {
                UnsupportedOptions.lines(pass.options()).stream()
                        .filter(line -> !lines.contains(line))
                        .forEach(lines::add);
            }
            String changes = changes(passes, environment); // refuses values, too
            return lines.isEmpty()
                    ? "parsed: " + changes
                    : "line: " + String.join(" | ", lines).replace(folder + "/", "");
        } catch (CommandException e) {
            return "refused " + e.exitCode() + ": " + e.line().replace(folder + "/", "");
        } catch (picocli.CommandLine.ParameterException e) {
            return "refused " + CommandException.USAGE + ": " + e.getMessage();
        }
    }

    private static ParsedOptions parsed(Map<String, String> environment, List<String> options) {
        return new ParsedOptions(CommandLines.options(CommandLines.parsed(CommandLines.run(), options)), environment);
    }

    private static void split(String text, Map<String, String> environment, List<String> options) {
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            if (options.isEmpty() && word.matches("[A-Z_0-9]+=.*")) {
                environment.put(word.split("=", 2)[0], word.split("=", 2)[1]);
            } else {
                options.add(word);
            }
        }
    }

    /// Returns the settings of the runs that are not those of a run without options.
    private static String changes(Passes passes, Map<String, String> environment) {
        Map<String, String> plain = settings(new Pass(Said.of(""), ""), Map.of());
        List<String> all = new ArrayList<>();
        for (Pass pass : passes.all()) {
            Map<String, String> settings = settings(pass, environment);
            settings.entrySet().removeAll(plain.entrySet());
            all.add(settings.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining("; ")));
        }
        return String.join(" | ", all);
    }

    private static Map<String, String> settings(Pass pass, Map<String, String> environment) {
        ParsedOptions options = pass.options();
        Map<String, String> settings = new TreeMap<>();
        Recording recording = Recording.of(options);
        put(settings, recording);
        put(settings, OutputSettings.of(options, pass.folder()));
        for (io.rocprofiler.cli.options.Trace trace : io.rocprofiler.cli.options.Trace.values()) {
            settings.put(trace.toString(), Boolean.toString(recording.isOn(trace, environment)));
        }
        settings.remove("traces");
        for (Option option : List.of(Option.LIST_AVAIL, Option.DOCTOR, Option.ECHO, Option.QUIET)) {
            settings.put(option.longName(), Boolean.toString(options.flag(option)));
        }
        settings.put("recorded", Boolean.toString(MpiRank.isRecorded(options)));
        return settings;
    }

    private static void put(Map<String, String> settings, Record values) {
        for (RecordComponent component : values.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                Object value = component.getAccessor().invoke(values);
                if (value instanceof Record inner && !component.getName().equals("rank")) {
                    put(settings, inner);
                } else {
                    settings.put(
                            component.getName(),
                            String.valueOf(value instanceof Map<?, ?> map ? new TreeMap<>(map) : value));
                }
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(component.getName(), e);
            }
        }
    }
}
