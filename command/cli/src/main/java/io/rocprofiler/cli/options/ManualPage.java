package io.rocprofiler.cli.options;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Formats a command line as a manual page, with `man(7)`'s macros.
public final class ManualPage {

    private final StringBuilder text = new StringBuilder(1 << 14);
    private final CommandSpec spec;

    private ManualPage(CommandSpec spec) {
        this.spec = spec;
    }

    /// Returns the roff source of a command's manual page.
    ///
    /// @param other the page listed under "see also"
    public static String of(CommandLine command, String other) {
        ManualPage page = new ManualPage(command.getCommandSpec());
        page.head();
        page.options();
        page.variables();
        page.codes();
        page.examples();
        page.line(".SH SEE ALSO").line(".BR " + escaped(other) + " (1)");
        return page.text.toString();
    }

    private void head() {
        String name = spec.name().replace(' ', '-');
        String what = plain(spec.usageMessage().description());
        line(".TH " + name.toUpperCase(java.util.Locale.ROOT) + " 1 \"\" \"rocprofiler-java " + Version.NUMBER + "\"");
        line(".SH NAME").line(escaped(name) + " \\- " + firstWords(what));
        line(".SH SYNOPSIS");
        for (String synopsis : synopsis()) {
            line(".B " + escaped(synopsis.replace("%%", "%"))).line(".br");
        }
        line(".SH DESCRIPTION").line(escaped(what));
        for (PositionalParamSpec positional : spec.positionalParameters()) {
            if (!positional.hidden()) {
                tagged("\\fI" + escaped(positional.paramLabel()) + "\\fR", plain(positional.description()));
            }
        }
    }

    private List<String> synopsis() {
        String[] custom = spec.usageMessage().customSynopsis();
        return custom.length == 0
                ? List.of(spec.name() + (spec.positionalParameters().isEmpty() ? "" : " DIR") + " [options]")
                : List.of(custom);
    }

    private static String firstWords(String what) {
        String words = what.split(" \\(|: |\\.( |$)", 2)[0];
        return escaped(words.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + words.substring(1));
    }

    private void options() {
        line(".SH OPTIONS");
        for (OptionGroup group : OptionGroup.values()) {
            List<OptionSpec> options = CommandLines.of(spec, group);
            if (!options.isEmpty()) {
                line(".SS " + escaped(group.heading()));
                options.forEach(this::option);
            }
        }
        List<OptionSpec> others = CommandLines.others(spec);
        if (!others.isEmpty()) {
            line(".SS Of this command");
            others.forEach(this::option);
        }
        line(".SS Help");
        for (String name : List.of("--help", "--version")) {
            OptionSpec option = spec.findOption(name);
            if (option != null) {
                option(option);
            }
        }
    }

    private void option(OptionSpec option) {
        StringBuilder tag = new StringBuilder();
        for (String name : option.names()) {
            tag.append(tag.isEmpty() ? "" : ", ")
                    .append("\\fB")
                    .append(escaped(name))
                    .append("\\fR");
        }
        if (option.arity().max() > 0) {
            String value = "\\fI" + escaped(option.paramLabel()) + "\\fR"
                    + (option.arity().max() > 1 ? "..." : "");
            tag.append(option.arity().min() == 0 ? "[=" + value + "]" : " " + value);
        }
        tagged(tag.toString(), plain(option.description()));
    }

    private void variables() {
        List<Option> known = Arrays.stream(Option.values())
                .filter(option -> !option.form().variable().isEmpty() && spec.findOption(option.longName()) != null)
                .filter(option -> !CommandLines.others(spec).contains(spec.findOption(option.longName())))
                .toList();
        if (!known.isEmpty()) {
            line(".SH ENVIRONMENT").line("What options do not say, these variables do.");
            for (Option option : known) {
                tagged("\\fB" + escaped(option.form().variable()) + "\\fR", option.longName());
            }
        }
    }

    private void codes() {
        Map<String, String> codes = spec.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            line(".SH EXIT STATUS");
            codes.forEach((code, meaning) -> tagged("\\fB" + escaped(code) + "\\fR", meaning));
        }
    }

    private void examples() {
        String[] examples = spec.usageMessage().footer();
        if (examples.length > 0) {
            line(".SH EXAMPLES");
            for (String example : examples) {
                String[] parts = example.strip().split(" {3,}", 2);
                tagged("\\fB" + escaped(parts[0]) + "\\fR", parts.length > 1 ? parts[1] : "");
            }
        }
    }

    private void tagged(String tag, String description) {
        line(".TP").line(tag).line(description.isEmpty() ? "\\&" : escaped(description));
    }

    private ManualPage line(String line) {
        text.append(line).append('\n');
        return this;
    }

    /// Removes the markup of the help's own format.
    private static String plain(String[] description) {
        return Ansi.OFF
                .text(String.join(" ", description).replace("%n", " ").replace("%%", "%"))
                .toString()
                .strip();
    }

    /// Escapes backslashes, hyphens, and a leading full stop or apostrophe, which would begin a macro.
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
