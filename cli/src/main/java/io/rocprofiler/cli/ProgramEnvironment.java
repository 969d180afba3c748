package io.rocprofiler.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variables that make a program traced. Everything else of its environment stays as it is.
final class ProgramEnvironment {

    private static final String JAVA_TOOLS = "ROCPROFILER_JAVA_TOOLS";

    /// What the launcher script puts aside, because it would change the command's own JVM.
    private static final String ASIDE = "ROCPROFILER_ASIDE_";

    private static final String[] PUT_ASIDE = {"LC_ALL", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"};

    /// Names the run's directory in the environment of each of its processes.
    static final String SEGMENTS = "ROCPROFILER_COLLECTOR_DIR";

    private final Map<String, String> current;
    private final List<String> edits = new ArrayList<>();

    /// @param current the command's own environment
    ProgramEnvironment(Map<String, String> current) {
        this.current = current;
    }

    /// `NAME=VALUE` sets, `NAME` removes.
    List<String> edits() {
        return List.copyOf(edits);
    }

    void restorePutAside() {
        for (String name : PUT_ASIDE) {
            String value = current.get(ASIDE + name);
            edits.add(value == null ? name : name + "=" + value);
            if (value != null) {
                edits.add(ASIDE + name);
            }
        }
    }

    void trace(Installation installation, Path segments, Recording recording) {
        set(JAVA_TOOLS, joined(installation.collector().toString(), otherTools(installation.collector())));
        set("ROCPROFILER_REGISTER_FORCE_LOAD", "1");
        set("ROCPROFILER_REGISTER_LIBRARY", installation.sdk().toString());
        set(SEGMENTS, segments.toString());
        recording.traces().forEach((trace, on) -> {
            // A variable that is there is not overwritten by a mere "no" (contract 6.1).
            if (on || !current.containsKey(trace.variable())) {
                set(trace.variable(), on ? "1" : "0");
            }
        });
        set("LD_LIBRARY_PATH", joined(installation.lib().toString(), current.get("LD_LIBRARY_PATH")));
        preload(installation, recording.preload(), recording.markers() ? List.of(installation.roctx()) : List.of());
    }

    /// The user's tools in Java go on beside the collector, which is one once, also where one command runs another.
    private @Nullable String otherTools(Path collector) {
        String tools = current.get(JAVA_TOOLS);
        if (tools == null) {
            return null;
        }
        List<String> others = new ArrayList<>(List.of(tools.split(":")));
        others.remove(collector.toString());
        return String.join(":", others);
    }

    /// The same by roctracer's tracer tool, which reads variables of its own.
    void traceWithTool(Installation installation) {
        Path tool = installation.tracerTool();
        String folders = installation.lib() + ":" + installation.lib().resolve("roctracer");
        // The runtimes that look for tools themselves find it here; with those that do not, preloading is enough.
        set("HSA_TOOLS_LIB", tool.toString());
        set("LD_LIBRARY_PATH", joined(folders, current.get("LD_LIBRARY_PATH")));
        preload(installation, List.of(), List.of(tool, installation.olderRoctx()));
    }

    private void preload(Installation installation, List<String> first, List<Path> libraries) {
        String preload = joined(String.join(":", first), current.get("LD_PRELOAD"));
        if (Files.exists(installation.signalChaining())) {
            preload = joined(preload, preloadable(installation.signalChaining()));
        }
        for (Path library : libraries) {
            preload = joined(preload, preloadable(library));
        }
        if (!preload.isEmpty()) {
            set("LD_PRELOAD", preload);
        }
    }

    /// The dynamic linker splits LD_PRELOAD at spaces and knows no escape; by its bare name it finds the library
    /// through
    /// LD_LIBRARY_PATH.
    private static String preloadable(Path library) {
        return library.toString().indexOf(' ') < 0
                ? library.toString()
                : library.getFileName().toString();
    }

    void set(String name, String value) {
        edits.add(name + "=" + value);
    }

    /// Two `:` lists as one. An empty part would mean the working directory.
    private static String joined(String first, @Nullable String second) {
        if (second == null || second.isEmpty()) {
            return first;
        }
        return first.isEmpty() ? second : first + ":" + second;
    }
}
