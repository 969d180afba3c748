package io.rocprofiler.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The environment variables that make a program traced. The rest of its environment stays unchanged.
public final class ProgramEnvironment {

    static final String JAVA_TOOLS = "ROCPROFILER_JAVA_TOOLS";

    /// The tools libraries of HSA, separated by blanks; a backslash takes the next character literally.
    private static final String HSA_TOOLS = "HSA_TOOLS_LIB";

    static final String PRELOAD = "LD_PRELOAD";

    /// The variable that tells each process of a run the run's directory.
    static final String SEGMENTS = "ROCPROFILER_COLLECTOR_DIR";

    private final Map<String, String> current;
    private final List<String> edits = new ArrayList<>();

    /// @param current the command's environment, see [UserEnvironment]
    public ProgramEnvironment(Map<String, String> current) {
        this.current = current;
    }

    /// The changes to the environment: `NAME=VALUE` sets, `NAME` removes.
    public List<String> edits() {
        return List.copyOf(edits);
    }

    /// @param plans for the processes of the run, null where the engine records
    void trace(Installation installation, Preloads preloads, Path segments, Recording recording, @Nullable Path plans) {
        set("ROCPROFILER_REGISTER_FORCE_LOAD", "1");
        set("ROCPROFILER_REGISTER_LIBRARY", installation.sdk().toString());
        set(SEGMENTS, segments.toString());
        String tools = otherTools(current, installation.collector());
        set(JAVA_TOOLS, joined(installation.collector().toString(), tools));
        if (plans != null) {
            set(RecorderPlans.VARIABLE, plans.toString());
        } else {
            edits.add(RecorderPlans.VARIABLE);
        }
        // For an HSA that does not register. One that does ignores the variable, as there is a tool. A HIP that does
        // not register is found by the same library, which is loaded with the program so that it is there first.
        String library = installation.register().toString().replaceAll("[ \"\\\\]", "\\\\$0");
        String others = current.get(HSA_TOOLS);
        set(HSA_TOOLS, others == null || others.isBlank() ? library : library + " " + others);
        recording.traces().forEach((trace, on) -> {
            // A "no" does not overwrite an existing variable (`rocprofv3.py` of rocprofiler-sdk 1.0.0).
            if (on || !current.containsKey(trace.variable())) {
                set(trace.variable(), on ? "1" : "0");
            }
        });
        set("LD_LIBRARY_PATH", joined(installation.lib().toString(), current.get("LD_LIBRARY_PATH")));
        Sanitizers.tell(installation, current, this::set);
        preload(
                installation,
                preloads,
                recording.preload(),
                recording.markers()
                        ? List.of(installation.register(), installation.roctx())
                        : List.of(installation.register()));
    }

    /// Returns the user's other tools in Java, to run beside the collector, which an enclosing command may have added;
    /// empty without any.
    static String otherTools(Map<String, String> environment, Path collector) {
        List<String> others =
                new ArrayList<>(List.of(environment.getOrDefault(JAVA_TOOLS, "").split(":")));
        others.remove(collector.toString());
        return String.join(":", others);
    }

    /// Sets the variables for tracing with roctracer's tracer tool.
    public void traceWithTool(Installation installation, Preloads preloads) {
        Path tool = installation.tracerTool();
        String folders = installation.lib() + ":" + installation.lib().resolve("roctracer");
        // For runtimes that load tools themselves; for the others, preloading is enough.
        set(HSA_TOOLS, tool.toString());
        set("LD_LIBRARY_PATH", joined(folders, current.get("LD_LIBRARY_PATH")));
        preload(installation, preloads, List.of(), List.of(tool, installation.olderRoctx()));
    }

    private void preload(Installation installation, Preloads preloads, List<String> first, List<Path> libraries) {
        List<Path> ours = new ArrayList<>(List.of(installation.signalChaining()));
        ours.addAll(libraries);
        String before = joined(String.join(":", first), current.get(PRELOAD));
        String preload = joined(before, String.join(":", preloads.of(ours)));
        if (!preload.isEmpty()) {
            set(PRELOAD, preload);
        }
    }

    public void set(String name, String value) {
        edits.add(name + "=" + value);
    }

    /// Joins two `:`-separated lists. An empty element would mean the working directory.
    private static String joined(String first, @Nullable String second) {
        if (second == null || second.isEmpty()) {
            return first;
        }
        return first.isEmpty() ? second : first + ":" + second;
    }
}
