package io.rocprofiler.cli;

import io.rocprofiler.cli.AgentList.Agent;
import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.AvailLines;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Parsing;
import io.rocprofiler.export.text.Printable;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/// The command `rocprofv3-avail`: the machine's GPUs, in the form of AMD's (`rocprofv3-avail` of rocprofiler-sdk
/// 1.0.0), and that no counters are available.
///
/// @param nodes as [AgentList] has it
record Avail(Path nodes, PrintStream stdout, Log log) {

    /// @return the exit code of the process
    /// @throws CommandException for every error that is reported in one line
    int run(List<String> arguments) {
        ParseResult before = new Parsing("rocprofv3-avail", stdout, log)
                .parse(AvailLines.main(), arguments.isEmpty() ? List.of("--help") : arguments);
        if (before == null) {
            return 0;
        }
        List<String> words = AvailLines.words(before);
        String verb = words.isEmpty() ? "" : words.getFirst();
        CommandLine line = AvailLines.verbs().get(verb);
        if (line == null) {
            throw ParsedOptions.usage("rocprofv3-avail has no verb '" + verb + "'; there are "
                    + String.join(", ", AvailLines.verbs().keySet()));
        }
        ParseResult parsed =
                new Parsing("rocprofv3-avail " + verb, stdout, log).parse(line, words.subList(1, words.size()));
        if (parsed == null) {
            return 0;
        }
        log.show();
        if (verb.equals("pmc-check")) {
            List<String> counters = AvailLines.words(parsed);
            throw CommandException.failed((counters.isEmpty() ? "" : String.join(", ", counters) + ": ")
                    + "no counters can be collected here; kernels, copies and calls are traced without");
        }
        print(gpus(before.matchedOptionValue("--device", "")), verb.equals("info"), parsed);
        return 0;
    }

    /// A GPU with its number among those of the machine.
    private record Gpu(int index, Agent agent) {}

    private List<Gpu> gpus(String device) {
        List<Gpu> gpus = new ArrayList<>();
        for (Agent agent : new AgentList(nodes).agents(stdout)) {
            if (agent.isGpu()) {
                gpus.add(new Gpu(gpus.size(), agent));
            }
        }
        if (device.isEmpty()) {
            return gpus;
        }
        List<Gpu> only = gpus.stream()
                .filter(gpu -> Integer.toString(gpu.index()).equals(device))
                .toList();
        if (only.isEmpty()) {
            throw CommandException.failed("there is no GPU " + device + "; there are " + gpus.size());
        }
        return only;
    }

    private void print(List<Gpu> gpus, boolean detailed, ParseResult parsed) {
        boolean isCounters = parsed.hasMatchedOption("--pmc") || parsed.hasMatchedOption("--pc-sampling");
        boolean isAgents = parsed.hasMatchedOption("--agent");
        for (Gpu gpu : gpus) {
            if (isAgents || !isCounters) {
                stdout.println("GPU:" + gpu.index());
                stdout.println("Name:\t" + Printable.escaped(gpu.agent().architecture()));
                if (detailed) {
                    gpu.agent()
                            .properties()
                            .forEach((key, value) ->
                                    stdout.println(Printable.escaped(key) + ":\t" + Printable.escaped(value)));
                }
            }
        }
        if (isCounters || !isAgents) {
            stdout.println(AgentList.NO_COUNTERS);
        }
        stdout.flush();
    }
}
