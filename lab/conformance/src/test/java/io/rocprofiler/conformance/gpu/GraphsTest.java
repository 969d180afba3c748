package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Launches of graphs within graphs, of clones, of updated executable graphs and of those at an address that is used
/// again, by two threads: what is recorded of each node is what the software GPU says in its own log.
final class GraphsTest {
    private static final int LAUNCHES = 1000;
    private static final String COPY = "copy";

    /// A launch, in the order of its thread.
    ///
    /// @param nodes names of kernels and copies, in the order of submission
    private record Launch(long exec, List<String> nodes) {
        long kernels() {
            return nodes.stream().filter(node -> !node.equals(COPY)).count();
        }
    }

    /// A piece of work, by its launch's place among those of its thread, from 1; 0 is outside of graphs.
    private record Node(String thread, long launch, long node, long exec, String name) {}

    @Test
    void a_tool_knows_the_node_of_each_kernel_and_copy() throws IOException {
        Outcome outcome = logged(Run.client("graphs", "" + LAUNCHES)
                .onSoftgpu()
                .with("LD_PRELOAD", Product.tool("graphs"))
                .with("GRAPHS_FILE", "tool"));
        List<String[]> lines = words(outcome.folder().resolve("tool"));
        Map<String, List<Launch>> log = log(outcome);

        assertThat(nodes(lines)).isEqualTo(log);
        assertThat(of(lines, "record").map(line -> line[1] + " " + line[2] + " " + line[3]))
                .containsExactlyInAnyOrderElementsOf(launches(log));
        assertThat(outside(lines)).containsExactlyInAnyOrderEntriesOf(Map.of("outside.kd", 100L, COPY, 100L));
        // The last launch, of a graph that is there no more, gives it an id, which is taken back.
        List<String> made = lifeCycle(words(outcome.folder().resolve("log")));
        long gone = of(lines, "create").count();
        made.add("create " + gone);
        made.add("destroy " + gone);
        assertThat(lifeCycle(lines)).containsExactlyInAnyOrderElementsOf(made);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void rocprofv3_names_the_node_of_each_kernel_and_copy(String engine) throws IOException {
        List<String> options = List.of("--hip-trace", "--kernel-trace", "--memory-copy-trace", "-f", "json", "rocpd");
        Outcome outcome = logged(Run.traced(options, "graphs", "" + LAUNCHES).with("ROCPROFV3_ENGINE", engine));
        JsonNode tool = new JsonMapper()
                .readTree(outcome.folder().resolve("out/trace_results.json").toFile())
                .get("rocprofiler-sdk-tool")
                .get(0);
        Map<String, List<Launch>> log = log(outcome);
        assertThat(ofJson(tool)).isEqualTo(log);
        assertThat(outside(tool)).isEqualTo(200);

        List<String> rows = Run.command(
                        "python3",
                        Path.of("src/test/python/rocpd_graphs.py").toAbsolutePath() + "",
                        outcome.folder().resolve("out/trace_results.db").toString())
                .go()
                .outLines();
        assertThat(rows).containsExactlyElementsOf(rows(log));
    }

    private static Outcome logged(Run run) {
        Outcome outcome = run.with("SOFTGPU_GRAPH_LOG", "log").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo(LAUNCHES + " launches\n");
        return outcome;
    }

    // --- the log --------------------------------------------------------------------------------------------------

    private static List<String[]> words(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(line -> line.split(" ")).toList();
    }

    private static Stream<String[]> of(List<String[]> lines, String what) {
        return lines.stream().filter(line -> line[0].equals(what));
    }

    /// Returns the launches of each thread.
    private static Map<String, List<Launch>> log(Outcome outcome) throws IOException {
        List<String[]> lines = words(outcome.folder().resolve("log"));
        Map<String, Launch> byNumber = new TreeMap<>();
        Map<String, List<Launch>> byThread = new TreeMap<>();
        for (String[] line : lines) {
            if (line[0].equals("launch")) {
                Launch launch = new Launch(Long.parseLong(line[2]), new ArrayList<>());
                byNumber.put(line[1], launch);
                byThread.computeIfAbsent(line[3], _ -> new ArrayList<>()).add(launch);
            } else if (line[0].equals("node") && !line[3].equals("host")) {
                byNumber.get(line[1]).nodes().add(line[3].equals("memcpy") ? COPY : line[4] + ".kd");
            }
        }
        assertThat(byNumber).hasSize(LAUNCHES);
        assertThat(of(lines, "update").count()).isEqualTo(20);
        return byThread;
    }

    /// Returns each launch: its thread, its executable graph, and how many kernels it has.
    private static List<String> launches(Map<String, List<Launch>> log) {
        List<String> launches = new ArrayList<>();
        log.forEach((thread, all) ->
                all.forEach(launch -> launches.add(thread + " " + launch.exec() + " " + launch.kernels())));
        return launches;
    }

    private static List<String> lifeCycle(List<String[]> lines) {
        List<String> all = new ArrayList<>();
        for (String[] line : lines) if (line[0].matches("create|destroy")) all.add(line[0] + " " + line[1]);
        return all;
    }

    // --- what a tool has written ----------------------------------------------------------------------------------

    private static Stream<Node> work(List<String[]> lines) {
        return lines.stream()
                .filter(line -> line[0].matches("kernel|copy"))
                .map(line -> new Node(
                        line[1],
                        Long.parseLong(line[2]),
                        Long.parseLong(line[3]),
                        Long.parseLong(line[4]),
                        line[0].equals("copy") ? COPY : line[5]));
    }

    private static Map<String, List<Launch>> nodes(List<String[]> lines) {
        return assembled(work(lines).filter(node -> node.launch() != 0).toList());
    }

    private static Map<String, Long> outside(List<String[]> lines) {
        Map<String, Long> counts = new TreeMap<>();
        work(lines).filter(node -> node.launch() == 0).forEach(node -> counts.merge(node.name(), 1L, Long::sum));
        return counts;
    }

    /// Returns the launches of each thread, whose nodes are numbered from 0 without a gap.
    private static Map<String, List<Launch>> assembled(List<Node> nodes) {
        Map<String, List<Launch>> byThread = new TreeMap<>();
        List<Node> ordered = new ArrayList<>(nodes);
        ordered.sort(Comparator.comparing(Node::thread)
                .thenComparingLong(Node::launch)
                .thenComparingLong(Node::node));
        for (Node node : ordered) {
            List<Launch> launches = byThread.computeIfAbsent(node.thread(), _ -> new ArrayList<>());
            if (node.node() == 0) launches.add(new Launch(node.exec(), new ArrayList<>()));
            Launch launch = launches.getLast();
            assertThat(node.node()).as("%s", node).isEqualTo(launch.nodes().size());
            assertThat(node.exec()).as("%s", node).isEqualTo(launch.exec());
            launch.nodes().add(node.name());
        }
        return byThread;
    }

    // --- JSON and rocpd -------------------------------------------------------------------------------------------

    /// Returns the launches of each thread: the records of launches are in the order of a thread, and work has the
    /// correlation id of its launch.
    private static Map<String, List<Launch>> ofJson(JsonNode tool) {
        JsonNode records = tool.get("buffer_records");
        Map<Long, Node> launches = new TreeMap<>();
        Map<String, List<JsonNode>> byThread = new TreeMap<>();
        for (JsonNode launch : records.get("hip_graph"))
            byThread.computeIfAbsent(launch.get("thread_id").asString(), _ -> new ArrayList<>())
                    .add(launch);
        byThread.forEach((thread, all) -> {
            all.sort(Comparator.comparingLong(
                    launch -> launch.get("start_timestamp").asLong()));
            for (int i = 0; i < all.size(); i++) {
                JsonNode launch = all.get(i);
                assertThat(launch.get("end_timestamp").asLong())
                        .isGreaterThanOrEqualTo(launch.get("start_timestamp").asLong());
                long kernels = launch.get("kernel_dispatch_count").asLong();
                launches.put(internal(launch), new Node(thread, i + 1, kernels, exec(launch), ""));
            }
        });
        assertThat(launches).hasSize(LAUNCHES);
        Map<Long, String> names = new TreeMap<>();
        for (JsonNode kernel : tool.get("kernel_symbols"))
            names.put(
                    kernel.get("kernel_id").asLong(), kernel.get("kernel_name").asString());
        List<Node> nodes = new ArrayList<>();
        for (JsonNode kernel : records.get("kernel_dispatch"))
            add(
                    nodes,
                    launches,
                    kernel,
                    names.get(kernel.get("dispatch_info").get("kernel_id").asLong()));
        for (JsonNode copy : records.get("memory_copy")) add(nodes, launches, copy, COPY);
        Map<String, List<Launch>> found = assembled(nodes);
        List<String> counted = new ArrayList<>();
        for (Node launch : launches.values()) counted.add(launch.thread() + " " + launch.exec() + " " + launch.node());
        assertThat(counted).containsExactlyInAnyOrderElementsOf(launches(found));
        return found;
    }

    private static void add(List<Node> nodes, Map<Long, Node> launches, JsonNode work, String name) {
        if (exec(work) == 0) return;
        Node launch = launches.get(internal(work));
        long node = work.get("graph_node_id").get("handle").asLong();
        nodes.add(new Node(work.get("thread_id").asString(), launch.launch(), node, exec(work), name));
    }

    private static long outside(JsonNode tool) {
        long count = 0;
        for (String kind : List.of("kernel_dispatch", "memory_copy")) {
            for (JsonNode work : tool.get("buffer_records").get(kind)) {
                if (exec(work) != 0) continue;
                assertThat(work.get("graph_node_id").get("handle").asLong()).isZero();
                count++;
            }
        }
        return count;
    }

    private static long internal(JsonNode record) {
        return record.get("correlation_id").get("internal").asLong();
    }

    private static long exec(JsonNode record) {
        return record.get("graph_exec_id").get("handle").asLong();
    }

    /// What `rocpd_graphs.py` says of these launches.
    private static List<String> rows(Map<String, List<Launch>> log) {
        Map<String, Long> counts = new TreeMap<>();
        counts.put("schema 3.0.4", 1L);
        counts.put("kernels 0 0 outside.kd", 100L);
        counts.put("memory_copies 0 0", 100L);
        log.values()
                .forEach(all -> all.forEach(launch -> {
                    counts.merge(
                            "graph_launches " + launch.exec() + " " + launch.kernels() + " Graph Execution",
                            1L,
                            Long::sum);
                    for (int node = 0; node < launch.nodes().size(); node++) {
                        String place = " " + launch.exec() + " " + node;
                        String name = launch.nodes().get(node);
                        String row = name.equals(COPY) ? "memory_copies" + place : "kernels" + place + " " + name;
                        counts.merge(row, 1L, Long::sum);
                    }
                }));
        return counts.entrySet().stream()
                .map(row -> row.getKey() + ": " + row.getValue())
                .toList();
    }
}
