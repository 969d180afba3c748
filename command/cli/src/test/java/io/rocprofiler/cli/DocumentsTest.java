package io.rocprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OptionForm;
import io.rocprofiler.cli.options.OptionGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentsTest {

    @TempDir
    static Path share;

    @BeforeAll
    static void write() throws IOException {
        Documents.main(new String[] {share.toString()});
    }

    @Test
    void theManualHasEveryOptionThatTheHelpHas() throws IOException {
        assertThat(tags("rocprofv3")).containsExactlyElementsOf(options(OptionForm::run));
        assertThat(tags("rocprofv3-convert")).containsExactlyElementsOf(options(OptionForm::convert));
    }

    @Test
    void theManualIsLinesOfMacrosAndPlainText() throws IOException {
        for (String page : List.of("rocprofv3", "rocprofv3-convert")) {
            List<String> lines = Files.readAllLines(page(page));
            assertThat(lines.getFirst()).startsWith(".TH ROCPROFV3");
            assertThat(lines.get(2)).matches(page.replace("-", "\\\\-") + " \\\\- [a-zA-Z0-9, \\\\-]+");
            assertThat(lines)
                    .allMatch(line -> !line.startsWith(".") || line.matches("\\.(TH|SH|SS|BR|B) \\S.*|\\.TP|\\.br"))
                    .noneMatch(line -> line.startsWith("'") || line.isBlank() || line.contains("%n"))
                    .contains(".SH OPTIONS", ".SH ENVIRONMENT", ".SH SEE ALSO");
        }
    }

    @Test
    void theManualHasTheVariablesOfOptions() throws IOException {
        String page = Files.readString(page("rocprofv3")).replace("\\-", "-");
        for (Option option : Option.values()) {
            if (option.form().run()) {
                assertThat(page).contains(option.form().variable());
            }
        }
    }

    @Test
    void everyCommandHasAPageThatNamesItsOptions() throws IOException {
        assertThat(tags("rocprofv3-query"))
                .containsExactly("--summary-units", "--top", "--format", "--list", "--help", "--version");
        assertThat(tags("rocprofv3-ranks"))
                .containsExactlyInAnyOrder(
                        "--summary-per",
                        "--summary-units",
                        "--top",
                        "--format",
                        "--align",
                        "--output-directory",
                        "--output-file",
                        "--help",
                        "--version");
        assertThat(tags("rocprofv3-compare")).contains("--all", "--fail-over", "--format");
        assertThat(tags("rocprofv3-doctor")).contains("--selftest", "--report");
        assertThat(tags("rocpd-query")).contains("--input", "--query", "--script", "--start", "--end-marker");
        assertThat(tags("rocpd-convert")).contains("--input", "--output-format", "--start-marker");
        assertThat(tags("rocpd-merge")).contains("--input", "--output-file", "--output-path");
        assertThat(tags("rocprofv3-avail")).contains("--device");
        assertThat(tags("rocprof"))
                .contains("--hip-trace", "--stats", "--trace-period", "--from", "--help", "--version");
        assertThat(tags("softgpu")).containsExactly("--help");
        try (Stream<Path> pages = Files.list(share.resolve("man/man1"))) {
            for (Path page : pages.toList()) {
                assertThat(Files.readAllLines(page))
                        .as(page.toString())
                        .allMatch(line -> !line.startsWith(".") || line.matches("\\.(TH|SH|SS|BR|B) \\S.*|\\.TP|\\.br"))
                        .noneMatch(line -> line.startsWith("'") || line.isBlank() || line.contains("%n"));
            }
        }
    }

    /// What the scripts print themselves.
    @ParameterizedTest
    @ValueSource(strings = {"softgpu", "softkfd"})
    void thePagesOfScriptsSayWhatTheirHelpSays(String name) throws Exception {
        String script = Path.of("../../lab/" + name + "/src/bin/" + name).toString();
        Result help = Result.of(new ProcessBuilder("sh", script, "--help"));
        assertThat(help.code()).isZero();
        String page = words(Files.readString(page(name)).replace("\\-", "-").replaceAll("\\\\f.", ""));
        String[] parts = help.out().split("\n\n");
        assertThat(parts).hasSize(4);
        assertThat(page)
                .contains(words(parts[0]).replace("Usage: ", ""))
                .contains(words(parts[1]).replaceFirst(":$", ""));
        parts[2].lines().forEach(example -> assertThat(page).contains(words(example)));
        for (String code : parts[3].replace("\n", "").split("\\D+")) {
            assertThat(page).contains(code);
        }
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /// Compares bash's completions of the last word.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rocprofv3 --hip-                 | --hip-trace --hip-runtime-trace --hip-compiler-trace --hip-graph-trace --hip-event-trace",
                "rocprofv3 --kernel-i             | --kernel-include-regex --kernel-iteration-range",
                "rocprofv3 -s --summary-units     | sec msec usec nsec fit",
                "rocprofv3 -s --summary-per       | gpu stream thread rank",
                "rocprofv3 ranks d --summary-u    | --summary-units",
                "rocprofv3 -s --log-level         | fatal error warning info trace env config",
                "rocprofv3 -A                     | absolute relative type-relative",
                "rocprofv3 conv                   | convert",
                "rocprofv3 convert d --st         | --stats --start",
                "rocprofv3 compare a b --fai      | --fail-over",
                "rocprofv3 qu                     | query",
                "rocpd su                         | summary",
                "rocpd convert --start-           | --start-marker",
                "rocprofv3-avail pmc              | pmc-check",
                "rocprof --hip                    | --hip-trace",
                "softgpu --h                      | --help",
                "softkfd -                        | --help",
            })
    void theShellCompletesOptionsAndTheirValues(String words, String offered) throws Exception {
        List<String> typed = new ArrayList<>(List.of(words.split(" ")));
        if (List.of("--summary-units", "--summary-per", "--log-level", "-A").contains(typed.getLast())) {
            typed.add("");
        }
        String script =
                "compopt() { :; }; . \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=\"$*\"; COMP_POINT=${#COMP_LINE};"
                        + " _complete_" + typed.getFirst() + " " + typed.getFirst()
                        + " \"${COMP_WORDS[$COMP_CWORD]}\" x; printf '%s\\n' \"${COMPREPLY[@]}\"";
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                script,
                share.resolve("bash-completion/completions/" + typed.getFirst()).toString()));
        command.addAll(typed);
        Result result = Result.of(new ProcessBuilder(command));
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().map(String::strip).toList()).containsExactlyInAnyOrder(offered.split(" "));
    }

    /// Picocli's script keeps them in a variable named after the label.
    @Test
    void optionsWithWordsToChooseFromHaveLabelsOfTheirOwn() {
        assertThat(java.util.Arrays.stream(Option.values())
                        .filter(option -> !option.form().words().isEmpty())
                        .map(option -> option.form().label()))
                .doesNotHaveDuplicates();
    }

    @Test
    void compatibilityWithAmdsIsSaidOfEveryOption() throws IOException {
        String rows = Files.readString(Path.of("../../docs/compatibility.tsv"));
        for (Option option : Option.values()) {
            assertThat(rows).contains("\nrocprofv3's options\t\t`" + option.longName() + "`\t");
        }
    }

    @Test
    void theShellKnowsEveryOption() throws IOException {
        String script = Files.readString(share.resolve("bash-completion/completions/rocprofv3"));
        for (Option option : Option.values()) {
            if (!option.form().hidden()) {
                assertThat(script).contains("'" + option.longName() + "'");
            }
        }
    }

    private static Path page(String name) {
        return share.resolve("man/man1/" + name + ".1");
    }

    /// Returns the long names of options that the page explains, in its order.
    private static List<String> tags(String name) throws IOException {
        List<String> tags = new ArrayList<>();
        List<String> lines = Files.readAllLines(page(name));
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i).replace("\\-", "-");
            if (lines.get(i - 1).equals(".TP") && line.startsWith("\\fB-")) {
                tags.add(line.replaceFirst(".*?(--[a-z-]+).*", "$1"));
            }
        }
        return tags;
    }

    private static List<String> options(Predicate<OptionForm> of) {
        List<String> names = new ArrayList<>();
        for (OptionGroup group : OptionGroup.values()) {
            for (Option option : Option.values()) {
                if (option.group() == group
                        && of.test(option.form())
                        && !option.form().hidden()) {
                    names.add(option.longName());
                }
            }
        }
        names.add("--help");
        names.add("--version");
        return names;
    }
}
