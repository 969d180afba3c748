package io.rocprofiler.conformance;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The C files of a library depend on each other in one direction, as Java packages do, so a reader can begin at
/// the bottom.
public final class NativeCircles {

    /// The folders that make one library each, with all that is below them.
    public static final List<String> LIBRARIES = List.of(
            "command/launch",
            "command/rocpd",
            "lab/softgpu/src/common lab/softgpu/src/hip",
            "lab/softgpu/src/common lab/softgpu/src/hsa",
            "lab/softkfd/src",
            "runtime/native/register",
            "runtime/native/roctracer",
            "runtime/native/roctracer-tool",
            "runtime/native/roctx",
            "runtime/native/sdk",
            "runtime/native/signals");

    private NativeCircles() {}

    /// Returns for each library with a circle one of its circles.
    public static List<String> circles() {
        return LIBRARIES.stream()
                .map(folders -> circle(CSources.uses(sources(folders))))
                .filter(circle -> !circle.isEmpty())
                .map(circle -> String.join(" -> ", circle))
                .toList();
    }

    public static List<Path> files() {
        return SourceTree.files(name -> name.endsWith(".c")).stream()
                .filter(file -> file.toString()
                        .matches("(command/launch|command/rocpd|lab/softgpu/src|lab/softkfd/src|runtime/native)/.*"))
                .filter(file -> !file.toString().matches(".*/(test|bench)/.*"))
                .toList();
    }

    public static Map<String, String> sources(String folders) {
        Map<String, String> sources = new TreeMap<>();
        for (Path file : files())
            if (Set.of(folders.split(" ")).stream().anyMatch(file::startsWith))
                sources.put(file.toString(), SourceTree.lines(file).stream().collect(joining("\n", "", "\n")));
        return sources;
    }

    /// Returns a cycle, each file with the name that it uses from the next; empty without one.
    public static List<String> circle(Map<String, Map<String, String>> uses) {
        Set<String> done = new HashSet<>();
        for (String file : new TreeSet<>(uses.keySet())) {
            List<String> circle = circle(file, uses, new ArrayList<>(), done);
            if (!circle.isEmpty()) return circle;
        }
        return List.of();
    }

    private static List<String> circle(
            String file, Map<String, Map<String, String>> uses, List<String> way, Set<String> done) {
        int start = way.indexOf(file);
        if (start >= 0) return described(way.subList(start, way.size()), uses);
        if (!done.add(file)) return List.of();
        way.add(file);
        for (String next : uses.get(file).keySet()) {
            List<String> circle = circle(next, uses, way, done);
            if (!circle.isEmpty()) return circle;
        }
        way.removeLast();
        return List.of();
    }

    private static List<String> described(List<String> circle, Map<String, Map<String, String>> uses) {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < circle.size(); i++) {
            String next = circle.get((i + 1) % circle.size());
            steps.add(circle.get(i) + ": " + uses.get(circle.get(i)).get(next));
        }
        return steps;
    }
}
