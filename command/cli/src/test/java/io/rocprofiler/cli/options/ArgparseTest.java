package io.rocprofiler.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.cli.Result;
import io.rocprofiler.cli.options.OptionForm.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Random command lines mean what Python's `argparse` reads in them, with which AMD's command parses its own
/// (`rocprofv3.py` of rocprofiler-sdk 1.0.0).
class ArgparseTest {

    private static final int LINES = 4000;
    private static final String UNKNOWN = "error";

    private static final String ORACLE = """
            import argparse, sys
            def boolean(text):
                if text.lower() in ('y', 'yes', 't', 'true', 'on', '1'): return True
                if text.lower() in ('n', 'no', 'f', 'false', 'off', '0'): return False
                raise argparse.ArgumentTypeError('neither yes nor no')
            kinds = {'FLAG': dict(nargs='?', const=True, type=boolean), 'TEXT': {}, 'LIST': dict(nargs='+'),
                     'WORDS': dict(nargs='*'), 'GROUPS': dict(nargs='+', action='append')}
            class Parser(argparse.ArgumentParser):
                def error(self, message):
                    raise ValueError(message)
            parser = Parser(allow_abbrev=False, add_help=False)
            for line in open(sys.argv[1], encoding='utf-8').read().splitlines():
                kind, *names = line.split()
                parser.add_argument(*names, default=None, **kinds[kind])
            for line in open(sys.argv[2], encoding='utf-8').read().split('\\n')[:-1]:
                try:
                    said = vars(parser.parse_args(line.split('\\t')))
                    print(*sorted(f'{name}={value}' for name, value in said.items() if value is not None), sep='\\t')
                except ValueError:
                    print('error')
            """;

    @TempDir
    Path directory;

    private final Random random = new Random(20250101);

    @Test
    void random_command_lines_mean_what_argparse_reads_in_them() throws IOException, InterruptedException {
        List<List<String>> lines = Stream.generate(this::line).limit(LINES).toList();
        List<String> expected = oracle(lines);
        List<String> different = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            String ours = meaning(lines.get(i));
            if (!ours.equals(expected.get(i))) {
                different.add("%s%n  argparse: %s%n  ours:     %s".formatted(lines.get(i), expected.get(i), ours));
            }
        }
        assertThat(expected.stream().filter(UNKNOWN::equals).count()).isBetween(LINES / 10L, LINES * 9L / 10);
        assertThat(different).isEmpty();
    }

    private List<String> line() {
        List<String> line = new ArrayList<>();
        for (int words = 1 + random.nextInt(6); words > 0; words--) {
            word(line);
        }
        return line;
    }

    private void word(List<String> line) {
        List<Option> options = options();
        Option option = options.get(random.nextInt(options.size()));
        String letter = option.form().letter();
        String longName = option.form().alias().isEmpty() || random.nextBoolean()
                ? option.longName()
                : option.form().alias();
        String name = letter.isEmpty() || random.nextInt(3) == 0 ? longName : letter;
        switch (random.nextInt(20)) {
            case 0 -> line.add(value());
            case 1 -> line.add(name);
            case 2 -> line.add(option.longName() + "x");
            case 3 -> line.add(option.longName().substring(0, option.longName().length() - 1));
            case 4, 5, 6 -> line.add(name + "=" + value(option));
            case 7 -> line.addAll(List.of(name, value(option), value(option)));
            case 8 -> line.addAll(List.of(name, value()));
            case 9 -> line.add(letter.isEmpty() ? name : letter + value(option));
            default -> {
                line.add(name);
                if (option.form().kind() != Kind.FLAG || random.nextInt(4) == 0) {
                    line.add(value(option));
                }
            }
        }
    }

    private String value(Option option) {
        return option.form().kind() == Kind.FLAG
                ? any("yes", "no", "True", "off", "1", "0", "T", "f")
                : any("a", "b=c");
    }

    private String value() {
        return any("no", "1", "-1", "-1.5", "-", "", "a b", "=", "-=x", "7:8:9", "-x", "--x", "maybe", "'q'", "@f");
    }

    private String any(String... words) {
        return words[random.nextInt(words.length)];
    }

    private static List<Option> options() {
        return Stream.of(Option.values()).filter(option -> option.form().run()).toList();
    }

    private List<String> oracle(List<List<String>> lines) throws IOException, InterruptedException {
        assumeTrue(Result.of(new ProcessBuilder("python3", "-c", "")).code() == 0, "no python3");
        Path table = directory.resolve("options");
        Files.write(
                table,
                options().stream()
                        .map(option ->
                                option.form().kind() + " " + option.form().letter() + " " + option.longName() + " "
                                        + option.form().alias())
                        .toList());
        Path words = directory.resolve("lines");
        Files.write(words, lines.stream().map(line -> String.join("\t", line)).toList());
        Result result = Result.of(new ProcessBuilder("python3", "-c", ORACLE, table.toString(), words.toString()));
        assertThat(result.err()).isEmpty();
        return result.out().lines().toList();
    }

    /// What our command reads, as the oracle writes it.
    private static String meaning(List<String> words) {
        CommandLine parser = CommandLines.run();
        ParseResult result;
        try {
            result = CommandLines.parsed(parser, words);
        } catch (ParameterException e) {
            return UNKNOWN;
        }
        if (!CommandLines.strays(result).isEmpty()) {
            return UNKNOWN;
        }
        Map<String, String> said = new TreeMap<>();
        new EnumMap<>(CommandLines.options(result)).forEach((option, value) -> said.put(option.key(), python(value)));
        return said.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .collect(Collectors.joining("\t"));
    }

    private static String python(Object value) {
        return switch (value) {
            case Boolean flag -> flag ? "True" : "False";
            case List<?> list -> list.stream().map(ArgparseTest::quoted).collect(Collectors.joining(", ", "[", "]"));
            default -> value.toString();
        };
    }

    private static String quoted(Object word) {
        if (word instanceof List<?> group) {
            return python(group);
        }
        return word.toString().contains("'") ? "\"" + word + "\"" : "'" + word + "'";
    }
}
