package io.rocprofiler.cli;

import io.rocprofiler.cli.options.AvailLines;
import io.rocprofiler.cli.options.CommandLines;
import io.rocprofiler.cli.options.DoctorLines;
import io.rocprofiler.cli.options.ManualPage;
import io.rocprofiler.cli.options.QuestionLines;
import io.rocprofiler.cli.options.RocpdLines;
import io.rocprofiler.cli.options.SoftwareLines;
import io.rocprofiler.cli.rocprof.Rocprof;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/// Generates the distribution's manual pages and shell completion from the table of options. The build calls it.
public final class Documents {

    private Documents() {}

    /// Writes the files into the `share` folder.
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("arguments=" + List.of(arguments) + ", not one folder");
        }
        Path share = Path.of(arguments[0]);
        Path manual = NewFile.directories(share.resolve("man/man1"));
        List<CommandLine> all = new ArrayList<>();
        all.add(CommandLines.run());
        all.addAll(subcommands().values());
        all.add(RocpdLines.main());
        all.addAll(RocpdLines.verbs().values());
        all.add(AvailLines.main());
        all.add(Rocprof.commandLine());
        all.addAll(SoftwareLines.all());
        for (CommandLine line : all) {
            String name = page(line);
            boolean isFirst = name.equals("rocprofv3");
            NewFile.write(manual.resolve(name + ".1"), ManualPage.of(line, isFirst ? "rocprofv3-convert" : of(name)));
        }
        Path completions = NewFile.directories(share.resolve("bash-completion/completions"));
        completion(completions, "rocprofv3", CommandLines.run(), subcommands());
        completion(completions, "rocpd", RocpdLines.main(), RocpdLines.verbs());
        completion(completions, "rocprofv3-avail", AvailLines.main(), AvailLines.verbs());
        completion(completions, "rocprof", Rocprof.commandLine(), Map.of());
        for (CommandLine line : SoftwareLines.all()) {
            NewFile.write(completions.resolve(page(line)), SoftwareLines.completion(page(line)));
        }
    }

    private static Map<String, CommandLine> subcommands() {
        Map<String, CommandLine> lines = new LinkedHashMap<>();
        lines.put("convert", CommandLines.convert());
        lines.put("query", QuestionLines.query());
        lines.put("ranks", QuestionLines.ranks());
        lines.put("compare", QuestionLines.compare());
        lines.put("doctor", DoctorLines.doctor());
        return lines;
    }

    private static String page(CommandLine line) {
        return line.getCommandSpec().name().replace(' ', '-');
    }

    /// Returns the page that another page of the same command refers to.
    private static String of(String page) {
        return page.startsWith("rocpd-") ? "rocpd" : "rocprofv3";
    }

    /// Writes a completion script for bash, and for zsh with `bashcompinit`.
    private static void completion(Path folder, String name, CommandLine command, Map<String, CommandLine> subcommands)
            throws IOException {
        subcommands.forEach(command::addSubcommand);
        NewFile.write(folder.resolve(name), AutoComplete.bash(name, command));
    }
}
