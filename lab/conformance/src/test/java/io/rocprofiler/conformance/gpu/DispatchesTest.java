package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.GpuEvent;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Kernels and copies of a HIP program: eight threads, sixteen streams, two GPUs, and graphs. Each is recorded once
/// and belongs to the call that caused it.
final class DispatchesTest {
    private static final int THREADS = 8;
    private static final int STREAMS = 16;
    private static final int MANY = 200_000;
    private static final int FEW = 4_000;
    private static final int NODES = 4096;
    private static final int LAUNCHES = 20;
    private static final int CHAINS = 4;

    /// `ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH`
    private static final int KERNELS = 11;

    @ParameterizedTest
    @EnumSource
    void each_of_200_000_dispatches_has_its_record_and_each_record_its_call(ToolLanguage language) {
        GpuTrace trace = trace(language, "kch", launches(MANY, 500));
        checkLaunches(trace, MANY, MANY / 500 * 2);
        trace.delete();
    }

    @ParameterizedTest
    @EnumSource
    void each_kernel_of_a_graph_belongs_to_the_call_that_launched_the_graph(ToolLanguage language) {
        int dispatches = NODES * LAUNCHES;
        GpuTrace trace = trace(language, "kch", graph(NODES, LAUNCHES));
        trace.checkDispatches(dispatches);
        trace.checkCalls(trace.dispatches());
        assertThat(trace.kernelCounts()).isEqualTo(Map.of("add.kd", dispatches));
        assertThat(trace.causes(trace.dispatches())).isEqualTo(Map.of("hipGraphLaunch", dispatches));
        assertThat(perCall(trace.dispatches()))
                .hasSize(LAUNCHES)
                .allSatisfy(count -> assertThat(count).isEqualTo(NODES));

        trace.checkCopies(2 * CHAINS * LAUNCHES, 16);
        trace.checkCalls(trace.copies());
        assertThat(trace.causes(trace.copies())).isEqualTo(Map.of("hipGraphLaunch", 2 * CHAINS * LAUNCHES));
        trace.delete();
    }

    @Test
    void there_are_three_callbacks_for_each_of_200_000_dispatches() {
        GpuTrace trace = trace(ToolLanguage.C, "N", launches(MANY, 500));
        assertThat(trace.all('N').getFirst().counts()).isEqualTo("%1$d %1$d %1$d 0".formatted(MANY));
    }

    /// Also where ids retire.
    @ParameterizedTest
    @CsvSource({"C, kKcCh", "C, kKcChr", "JAVA, kKcCh", "JAVA, kKcChr"})
    void callbacks_and_records_tell_the_same(ToolLanguage language, String services) {
        GpuTrace trace = trace(language, services, launches(FEW, 50));
        checkLaunches(trace, FEW, FEW / 50 * 2);
        Map<Long, GpuEvent> records = trace.dispatches().stream().collect(Collectors.toMap(GpuEvent::dispatch, e -> e));
        Map<Long, List<GpuEvent>> callbacks =
                trace.all('K').stream().collect(Collectors.groupingBy(GpuEvent::dispatch));
        assertThat(callbacks.keySet()).isEqualTo(records.keySet());
        callbacks.forEach((id, three) -> checkCallbacks(records.get(id), three));
        checkCopyCallbacks(trace);
    }

    /// Ids are retired when all work of their calls is done; a tool with external id requests gets one for each.
    @ParameterizedTest
    @EnumSource
    void ids_are_retired_after_the_work_of_their_calls(ToolLanguage language) {
        GpuTrace trace = trace(language, "kchrq", launches(FEW, 50));
        checkLaunches(trace, FEW, FEW / 50 * 2);
        trace.checkRetired();
        checkRequests(trace);
    }

    /// With records alone, with callbacks, and with callbacks alone.
    @ParameterizedTest
    @CsvSource({"C, kchq", "C, kKchq", "C, Kcq", "JAVA, kchq", "JAVA, kKchq"})
    void a_tool_is_asked_once_for_the_id_of_each_piece_of_work(ToolLanguage language, String services) {
        GpuTrace trace = trace(language, services, launches(FEW, 50));
        checkRequests(trace);
        Map<Long, List<GpuEvent>> callbacks =
                trace.all('K').stream().collect(Collectors.groupingBy(GpuEvent::dispatch));
        assertThat(callbacks).hasSize(services.contains("K") ? FEW : 0);
        assertThat(callbacks.values())
                .allMatch(three -> three.size() == 3
                        && three.stream().map(GpuEvent::external).distinct().count() == 1);
    }

    private static void checkRequests(GpuTrace trace) {
        Set<String> answers = trace.all('q').stream()
                .map(question -> question.internal() + " " + question.external())
                .collect(Collectors.toSet());
        Set<String> used = Stream.of('k', 'K', 'c')
                .flatMap(sort -> trace.all(sort).stream())
                .map(record -> record.internal() + " " + record.external())
                .collect(Collectors.toSet());
        assertThat(trace.all('q')).hasSize(answers.size());
        assertThat(answers).isEqualTo(used).hasSize(FEW + FEW / 50 * 2);
        assertThat(trace.all('q')).allMatch(question -> question.caller() == question.thread(), "on its own thread");
        assertThat(trace.all('q'))
                .filteredOn(question -> question.phase() == KERNELS)
                .hasSize(FEW)
                .allMatch(question -> question.operation() == GpuTrace.ENQUEUE, "about what is sent");
    }

    @ParameterizedTest
    @EnumSource
    void ids_of_graph_launches_are_retired_after_their_last_node(ToolLanguage language) {
        GpuTrace trace = trace(language, "kchr", graph(64, 5));
        trace.checkDispatches(64 * 5);
        trace.checkRetired();
    }

    /// Without any traced call, each dispatch and each copy has its own id.
    @Test
    void work_without_a_traced_call_has_ids_of_its_own() {
        GpuTrace trace = trace(ToolLanguage.C, "kcr", launches(FEW, 50));
        trace.checkDispatches(FEW);
        long[] ids = LongStream.concat(
                        trace.all('k').stream().mapToLong(GpuEvent::internal),
                        trace.all('c').stream().mapToLong(GpuEvent::internal))
                .sorted()
                .toArray();
        assertThat(ids).isEqualTo(LongStream.rangeClosed(1, FEW + FEW / 50 * 2).toArray());
        trace.checkRetired();
    }

    // --- checks ---------------------------------------------------------------------------------------------------

    private static void checkLaunches(GpuTrace trace, int dispatches, int copies) {
        trace.checkDispatches(dispatches);
        trace.checkCalls(trace.dispatches());
        assertThat(trace.causes(trace.dispatches())).isEqualTo(Map.of("hipLaunchKernel", dispatches));
        assertThat(perCall(trace.dispatches())).hasSize(dispatches);
        assertThat(trace.kernelCounts())
                .isEqualTo(Map.of("add.kd", dispatches - dispatches / 3, "subtract.kd", dispatches / 3));
        assertThat(trace.dispatches())
                .allMatch(dispatch -> dispatch.grid().equals("8 2 1"), "8 by 2 work-items")
                .allMatch(dispatch -> dispatch.workgroup().equals("4 2 1"), "work-groups of 4 by 2")
                .allMatch(dispatch -> dispatch.segments().equals("0 0"), "no memory of its own");
        assertThat(trace.byQueue()).hasSize(STREAMS);
        assertThat(counts(trace.dispatches().stream().map(GpuEvent::agent).toList())
                        .values())
                .containsExactly(dispatches / 2, dispatches / 2);

        trace.checkCopies(copies, 64);
        trace.checkCalls(trace.copies());
        assertThat(trace.causes(trace.copies())).isEqualTo(Map.of("hipMemcpyAsync", copies));
    }

    private static void checkCallbacks(GpuEvent record, List<GpuEvent> callbacks) {
        assertThat(callbacks).hasSize(3);
        GpuEvent enter = callbacks.get(0);
        GpuEvent exit = callbacks.get(1);
        GpuEvent complete = callbacks.get(2);
        assertThat(List.of(enter.operation(), exit.operation(), complete.operation()))
                .containsExactly(GpuTrace.ENQUEUE, GpuTrace.ENQUEUE, GpuTrace.COMPLETE);
        assertThat(List.of(enter.phase(), exit.phase(), complete.phase()))
                .containsExactly(GpuTrace.ENTER, GpuTrace.EXIT, GpuTrace.NONE);
        assertThat(List.of(enter.start(), enter.end(), exit.start(), exit.end()))
                .containsOnly(0L);
        assertThat(complete.start()).isEqualTo(record.start());
        assertThat(complete.end()).isEqualTo(record.end());
        assertThat(List.of(enter.caller(), exit.caller())).containsOnly(record.thread());
        assertThat(List.of(enter.userData(), exit.userData(), complete.userData()))
                .containsExactly(0L, record.dispatch(), record.dispatch());
        for (GpuEvent event : callbacks) assertThat(same(event)).isEqualTo(same(record));
    }

    private static String same(GpuEvent event) {
        return event.internal() + " " + event.thread() + " " + event.agent() + " " + event.queue() + " "
                + event.kernel() + " " + event.grid() + " " + event.workgroup() + " " + event.segments();
    }

    private static void checkCopyCallbacks(GpuTrace trace) {
        Map<Long, List<GpuEvent>> callbacks =
                trace.all('C').stream().collect(Collectors.groupingBy(GpuEvent::internal));
        assertThat(callbacks).hasSize(trace.copies().size());
        for (GpuEvent record : trace.copies()) {
            List<GpuEvent> two = callbacks.get(record.internal());
            assertThat(two).extracting(GpuEvent::phase).containsExactly(GpuTrace.ENTER, GpuTrace.EXIT);
            assertThat(two).extracting(GpuEvent::operation).containsOnly(record.operation());
            assertThat(two).extracting(GpuEvent::bytes).containsOnly(record.bytes());
            assertThat(two).extracting(GpuEvent::destination).containsOnly(record.destination());
            assertThat(two).extracting(GpuEvent::source).containsOnly(record.source());
            assertThat(two).extracting(GpuEvent::start).containsExactly(0L, record.start());
            assertThat(two).extracting(GpuEvent::end).containsExactly(0L, record.end());
            assertThat(two).extracting(GpuEvent::userData).containsExactly(0L, record.internal());
            assertThat(two.getFirst().caller()).isEqualTo(record.thread());
        }
    }

    private static List<Integer> perCall(List<GpuEvent> work) {
        return List.copyOf(
                counts(work.stream().map(GpuEvent::internal).toList()).values());
    }

    private static Map<Long, Integer> counts(List<Long> values) {
        Map<Long, Integer> counts = new HashMap<>();
        for (Long value : values) counts.merge(value, 1, Integer::sum);
        return counts;
    }

    // --- runs -----------------------------------------------------------------------------------------------------

    private static Run launches(int dispatches, int copyEvery) {
        return Run.client("dispatches", "launches", "" + dispatches, "" + THREADS, "" + STREAMS, "" + copyEvery);
    }

    private static Run graph(int nodes, int launches) {
        return Run.client("dispatches", "graph", "" + nodes, "" + launches);
    }

    private static GpuTrace trace(ToolLanguage language, String services, Run run) {
        Outcome outcome = language.add(run, services).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).endsWith(" 0 wrong results\n");
        assertThat(outcome.status()).isZero();
        return new GpuTrace(outcome.folder().resolve("gpu"));
    }
}
