package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.OmptEvent;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs with OpenMP, on LLVM's runtime.
final class OpenMpTest {
    private static final String LIBRARY = Product.file("lib/librocprofiler-sdk.so.1");

    private static final long REGIONS = 20;
    private static final long THREADS = 4;

    /// Each iteration of `openmp` has a region of THREADS, then one of two threads with one of two threads in each.
    private static final long PARALLELS = REGIONS * (1 + 1 + 2);

    /// One per thread of each region, plus the task of the initial thread.
    private static final long IMPLICIT_TASKS = REGIONS * (THREADS + 2 + 2 * 2) + 1;

    @BeforeAll
    static void needsLlvmsRuntime() {
        assumeTrue(
                Files.exists(Path.of(Product.client("openmp"))),
                "LLVM's OpenMP runtime is not installed (Debian: libomp-dev)");
    }

    /// Also on threads whose stack is smaller than what Java needs.
    @ParameterizedTest
    @ValueSource(strings = {"4m", "64k"})
    void each_region_task_and_loop_of_a_program_is_seen_once(String stack) {
        List<OmptEvent> events = events(openmp().with("OMP_STACKSIZE", stack).go());
        assertThat(counts(events))
                .isEqualTo(Map.ofEntries(
                        Map.entry("NONE omp_callback_functions", 1L),
                        Map.entry("NONE omp_parallel_begin", PARALLELS),
                        Map.entry("NONE omp_parallel_end", PARALLELS),
                        Map.entry("ENTER omp_implicit_task", IMPLICIT_TASKS),
                        Map.entry("EXIT omp_implicit_task", IMPLICIT_TASKS),
                        Map.entry("ENTER omp_work", REGIONS * THREADS),
                        Map.entry("EXIT omp_work", REGIONS * THREADS),
                        Map.entry("NONE omp_task_create", REGIONS * THREADS),
                        Map.entry("NONE omp_task_schedule", 2 * REGIONS * THREADS),
                        Map.entry("NONE omp_mutex_acquire", REGIONS * THREADS),
                        Map.entry("NONE omp_mutex_acquired", REGIONS * THREADS),
                        Map.entry("NONE omp_mutex_released", REGIONS * THREADS),
                        // In a region: the loop's end, the barrier, the region's end; in the nested regions,
                        // their end.
                        Map.entry("ENTER omp_sync_region", REGIONS * (3 * THREADS + 2 + 2 * 2)),
                        Map.entry("EXIT omp_sync_region", REGIONS * (3 * THREADS + 2 + 2 * 2)),
                        Map.entry("ENTER omp_sync_region_wait", REGIONS * (3 * THREADS + 2 + 2 * 2)),
                        Map.entry("EXIT omp_sync_region_wait", REGIONS * (3 * THREADS + 2 + 2 * 2)),
                        Map.entry("ENTER roctxMarkA", REGIONS * THREADS),
                        Map.entry("EXIT roctxMarkA", REGIONS * THREADS),
                        Map.entry("NONE omp_thread_begin", threads(events)),
                        Map.entry("NONE omp_thread_end", threads(events))));
    }

    private static long threads(List<OmptEvent> events) {
        return events.stream().map(OmptEvent::thread).distinct().count();
    }

    @Test
    void ids_have_no_gaps_and_ends_are_on_the_thread_of_their_begin_and_later() {
        List<OmptEvent> events = events(openmp().go());
        Set<Long> ids = events.stream().map(OmptEvent::internal).collect(Collectors.toSet());
        assertThat(ids).isEqualTo(LongStream.rangeClosed(1, ids.size()).boxed().collect(Collectors.toSet()));
        Map<Long, OmptEvent> begins = byId(events, "ENTER");
        assertThat(events).filteredOn(event -> event.phase().equals("EXIT")).allSatisfy(end -> {
            OmptEvent begin = begins.get(end.internal());
            assertThat(end.operation()).isEqualTo(begin.operation());
            assertThat(end.thread()).isEqualTo(begin.thread());
            assertThat(end.end()).isGreaterThanOrEqualTo(begin.end());
        });
    }

    @Test
    void what_happens_in_a_region_has_the_task_of_its_thread_as_ancestor() {
        List<OmptEvent> events = events(openmp().go());
        Map<Long, OmptEvent> begins = byId(events, "ENTER");
        for (String operation : List.of("omp_work", "omp_sync_region", "roctxMarkA")) {
            assertThat(events).filteredOn(event -> event.is("ENTER", operation)).allSatisfy(event -> {
                OmptEvent around = begins.get(event.ancestor());
                assertThat(around.operation()).isEqualTo("omp_implicit_task");
                assertThat(around.thread()).isEqualTo(event.thread());
            });
        }
        assertThat(events)
                .filteredOn(event -> event.is("ENTER", "omp_sync_region_wait"))
                .allSatisfy(event ->
                        assertThat(begins.get(event.ancestor()).operation()).isEqualTo("omp_sync_region"));
    }

    /// Each task is scheduled by the barrier that executes it, and ends inside itself.
    @Test
    void a_task_is_inside_of_its_creation_on_whichever_thread() {
        List<OmptEvent> events = events(openmp().go());
        Map<Long, OmptEvent> creations = byId(events, "NONE", "omp_task_create");
        assertThat(events)
                .filteredOn(event -> event.is("NONE", "omp_task_schedule")
                        && event.arguments().contains("prior_task_status=1 "))
                .hasSize((int) (REGIONS * THREADS))
                .allSatisfy(event -> {
                    OmptEvent creation = creations.get(event.ancestor());
                    assertThat(word(creation, "new_task_data")).isEqualTo(word(event, "prior_task_data"));
                });
    }

    @Test
    void a_tool_finds_its_own_words_with_the_inquiry_functions() {
        List<OmptEvent> events = events(openmp().go());
        Map<Long, String> threads = events.stream()
                .filter(event -> event.is("NONE", "omp_thread_begin"))
                .collect(Collectors.toMap(OmptEvent::thread, event -> word(event, "thread_data")));
        assertThat(events).filteredOn(event -> event.is("ENTER", "omp_work")).allSatisfy(event -> {
            assertThat(word(event, "my_thread")).isEqualTo(threads.get(event.thread()));
            assertThat(word(event, "my_parallel")).isEqualTo(word(event, "parallel_data"));
            assertThat(word(event, "my_task")).isEqualTo(word(event, "task_data"));
            assertThat(event.arguments()).contains(" same=1 team=" + THREADS);
        });
    }

    @Test
    void each_event_has_one_record() {
        List<OmptEvent> records = events(openmp().with("OMPT", "buffer").go());
        Map<String, Long> counts = counts(records);
        assertThat(counts)
                .containsEntry("RECORD omp_implicit_task", IMPLICIT_TASKS)
                .containsEntry("RECORD omp_work", REGIONS * THREADS)
                .containsEntry("RECORD omp_sync_region", REGIONS * (3 * THREADS + 2 + 2 * 2))
                .containsEntry("RECORD omp_parallel_begin", PARALLELS)
                .containsEntry("RECORD omp_task_schedule", 2 * REGIONS * THREADS);
        Map<Long, OmptEvent> byId = byId(records, "RECORD");
        Map<Long, OmptEvent> retired = byId(records, "RETIRED");
        assertThat(retired.keySet()).isEqualTo(byId.keySet());
        assertThat(byId.values()).allSatisfy(record -> {
            assertThat(record.start()).isLessThanOrEqualTo(record.end());
            assertThat(record.end()).isLessThan(retired.get(record.internal()).start());
            OmptEvent around = byId.get(record.ancestor());
            if (around == null || !around.operation().equals("omp_implicit_task")) return;
            assertThat(record.thread()).isEqualTo(around.thread());
            assertThat(record.start()).isGreaterThanOrEqualTo(around.start());
            assertThat(record.end()).isLessThanOrEqualTo(around.end());
        });
    }

    @Test
    void a_call_of_hip_in_a_region_has_the_region_as_ancestor() {
        List<OmptEvent> events = events(openmp("hip").go());
        Map<Long, OmptEvent> begins = byId(events, "ENTER");
        assertThat(events)
                .filteredOn(event -> event.is("ENTER", "hipGetDeviceCount"))
                .hasSize((int) (REGIONS * THREADS))
                .allSatisfy(call -> {
                    OmptEvent around = begins.get(call.ancestor());
                    assertThat(around.operation()).isEqualTo("omp_implicit_task");
                    assertThat(around.thread()).isEqualTo(call.thread());
                    assertThat(around.arguments()).contains(" actual_parallelism=" + THREADS + " ");
                });
    }

    /// A context that starts or stops during an event sees all of it or nothing.
    @Test
    void contexts_that_start_and_stop_all_the_time_see_whole_scopes() {
        Outcome outcome = Run.client("openmp", "300", "" + THREADS)
                .with("LD_PRELOAD", LIBRARY)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("ompt_storm"))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err()).isEqualTo("""
                enters - exits: 0, wrong: 0, some events: 1, some records: 1, some stops: 1
                """);
    }

    // --- which tool the runtime finds -----------------------------------------------------------------------------

    @Test
    void a_runtime_finds_the_library_by_its_own_variable() {
        Run run = Run.client("openmp", "" + REGIONS, "" + THREADS)
                .with("OMP_TOOL_LIBRARIES", LIBRARY)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("ompt"));
        assertThat(counts(events(run.go()))).containsEntry("EXIT omp_implicit_task", IMPLICIT_TASKS);
    }

    @Test
    void a_runtime_that_wants_no_tool_is_not_seen() {
        List<OmptEvent> events = events(openmp().with("OMP_TOOL", "disabled").go());
        assertThat(counts(events)).containsOnlyKeys("ENTER roctxMarkA", "EXIT roctxMarkA");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LD_PRELOAD", "OMP_TOOL_LIBRARIES"})
    void without_a_tool_a_program_runs_without_a_jvm(String variable) {
        Outcome outcome = Run.client("openmp", "" + REGIONS, "" + THREADS)
                .with(variable, LIBRARY)
                .go();
        assertThat(outcome.out()).isEqualTo("sum right\nlibomp: mapped, libjvm: not mapped\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    // --- threads and ends ----------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "late|0|main 4,exit handler 4,destructor 4",
                "inside|7|main 4",
                "thread|7|main 4",
                "fork|0|main 4,child 4,child ended with 7,parent 4",
                "roots|0|main 4"
            })
    void a_program_ends_as_without_a_tool(String how, int status, String lines) {
        Outcome outcome = Run.client("openmp_ends", how)
                .with("LD_PRELOAD", LIBRARY)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("ompt"))
                .go();
        assertThat(outcome.outLines()).containsExactly(lines.split(","));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isEqualTo(status);
        // Lines may be incomplete: when `exit` is called inside a region, another thread may be writing one.
        assertThat(outcome.folder().resolve("ompt.0")).isNotEmptyFile();
    }

    /// Their last events arrive while their thread-local data is destroyed.
    @Test
    void threads_of_the_program_end_completely() {
        Outcome outcome = Run.client("openmp_ends", "roots")
                .with("LD_PRELOAD", LIBRARY)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("ompt"))
                .go();
        Map<String, Long> counts = counts(OmptEvent.ofTool(outcome.folder(), 0));
        // Five initial tasks, the region of four threads, and three of two.
        assertThat(counts)
                .containsEntry("ENTER omp_implicit_task", 4L + 4 + 3 * 2)
                .containsEntry("EXIT omp_implicit_task", 4L + 4 + 3 * 2)
                .containsEntry("NONE omp_thread_end", counts.get("NONE omp_thread_begin"));
    }

    // -------------------------------------------------------------------------------------------------------------

    private static Run openmp(String... more) {
        String[] arguments = new String[2 + more.length];
        arguments[0] = "" + REGIONS;
        arguments[1] = "" + THREADS;
        System.arraycopy(more, 0, arguments, 2, more.length);
        return Run.client("openmp", arguments)
                .with("LD_PRELOAD", LIBRARY)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("ompt"));
    }

    private static List<OmptEvent> events(Outcome outcome) {
        assertThat(outcome.out()).isEqualTo("sum right\nlibomp: mapped, libjvm: mapped\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return OmptEvent.ofTool(outcome.folder(), 0);
    }

    private static Map<String, Long> counts(List<OmptEvent> events) {
        return events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.phase() + " " + event.operation(), TreeMap::new, Collectors.counting()));
    }

    private static Map<Long, OmptEvent> byId(List<OmptEvent> events, String phase) {
        return events.stream()
                .filter(event -> event.phase().equals(phase))
                .collect(Collectors.toMap(OmptEvent::internal, event -> event));
    }

    private static Map<Long, OmptEvent> byId(List<OmptEvent> events, String phase, String operation) {
        return byId(events.stream().filter(event -> event.is(phase, operation)).toList(), phase);
    }

    private static String word(OmptEvent event, String name) {
        return event.arguments().replaceFirst(".* " + name + "=(\\w+).*", "$1");
    }
}
