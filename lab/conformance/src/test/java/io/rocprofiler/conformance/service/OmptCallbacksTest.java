package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.OmptEvent;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Every callback of the OpenMP tools interface, from a runtime that calls each with known arguments.
final class OmptCallbacksTest {
    private static final String FOUND = """
            tool: found
            found: initialized 0, finalized 0, statuses 0
            initialize: 1
            initialized: initialized 1, finalized 0, statuses 0
            a second runtime: none
            registered:%s
            ended by its tool
            ended: initialized 1, finalized 1, statuses 0
            words kept: 0
            """;

    private static final String ALL =
            " 1 2 3 4 5 6 7 12 13 14 16 17 18 19 20 21 23 24 25 26 27 28 29 30 31 32 33 34 35 37";

    private static final String SECOND =
            "rocprofiler: OMPT serves another OpenMP runtime of this process already; this one runs unprofiled\n";

    /// Internal id, ancestor, arguments. A data word is a number assigned by the tool: 1001 is its first.
    private static final String EVENTS = """
            NONE omp_callback_functions 1<0 missing=0 unique=77
            NONE omp_thread_begin 2<0 thread_type=1 thread_data=1001
            ENTER omp_implicit_task 3<0 endpoint=1 parallel_data=null task_data=1002 actual_parallelism=1 index=1 flags=1
            NONE omp_parallel_begin 4<3 encountering_task_data=1002 encountering_task_frame=0x5678 parallel_data=1003 \
            requested_parallelism=4 flags=2 codeptr_ra=0x1234
            ENTER omp_implicit_task 5<3 endpoint=1 parallel_data=1003 task_data=1004 actual_parallelism=4 index=0 flags=2
            ENTER omp_work 6<5 work_type=1 endpoint=1 parallel_data=1003 task_data=1004 count=100 codeptr_ra=0x1234 \
            my_thread=1001 my_parallel=1003 my_task=1004 same=1 team=4
            NONE omp_dispatch 7<6 parallel_data=1003 task_data=1004 kind=1 instance.value=42
            ENTER roctxMarkA 8<6
            EXIT roctxMarkA 8<6
            EXIT omp_work 6<5 work_type=1 endpoint=2 parallel_data=1003 task_data=1004 count=100 codeptr_ra=0x1234
            ENTER omp_masked 9<5 endpoint=1 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            EXIT omp_masked 9<5 endpoint=2 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            ENTER omp_reduction 10<5 kind=7 endpoint=1 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            EXIT omp_reduction 10<5 kind=7 endpoint=2 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            NONE omp_task_create 11<5 encountering_task_data=1004 encountering_task_frame=0x5678 new_task_data=1005 flags=4 \
            has_dependences=1 codeptr_ra=0x1234
            NONE omp_dependences 12<5 task_data=1005 deps=0x5678 ndeps=2
            NONE omp_task_dependence 13<5 src_task_data=1004 sink_task_data=1005
            ENTER omp_sync_region 14<5 kind=5 endpoint=1 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            ENTER omp_sync_region_wait 15<14 kind=5 endpoint=1 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            NONE omp_task_schedule 16<15 prior_task_data=1004 prior_task_status=7 next_task_data=1005
            ENTER roctxMarkA 17<11
            EXIT roctxMarkA 17<11
            NONE omp_flush 18<11 thread_data=1001 codeptr_ra=0x1234
            NONE omp_task_schedule 19<11 prior_task_data=1005 prior_task_status=1 next_task_data=1004
            ENTER roctxMarkA 20<15
            EXIT roctxMarkA 20<15
            EXIT omp_sync_region_wait 15<14 kind=5 endpoint=2 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            EXIT omp_sync_region 14<5 kind=5 endpoint=2 parallel_data=1003 task_data=1004 codeptr_ra=0x1234
            NONE omp_cancel 21<5 task_data=1004 flags=1 codeptr_ra=0x1234
            NONE omp_lock_init 22<5 kind=3 hint=4 impl=2 wait_id=99 codeptr_ra=0x1234
            NONE omp_mutex_acquire 23<5 kind=3 hint=4 impl=2 wait_id=99 codeptr_ra=0x1234
            NONE omp_mutex_acquired 24<5 kind=3 wait_id=99 codeptr_ra=0x1234
            NONE omp_nest_lock 25<5 endpoint=1 wait_id=99 codeptr_ra=0x1234
            NONE omp_nest_lock 26<5 endpoint=2 wait_id=99 codeptr_ra=0x1234
            NONE omp_mutex_released 27<5 kind=3 wait_id=99 codeptr_ra=0x1234
            NONE omp_lock_destroy 28<5 kind=3 wait_id=99 codeptr_ra=0x1234
            EXIT omp_implicit_task 5<3 endpoint=2 parallel_data=null task_data=1004 actual_parallelism=4 index=0 flags=2
            NONE omp_parallel_end 29<3 parallel_data=1003 encountering_task_data=1002 flags=2 codeptr_ra=0x1234
            NONE omp_device_initialize 30<3 device_num=3 type=gfx device=0x3000 lookup=0x4000 documentation=none
            NONE omp_device_load 31<3 device_num=3 filename=image offset_in_file=-1 vma_in_file=0x10 bytes=20 host_addr=0x30 \
            device_addr=0x40 module_id=50
            ENTER omp_target_emi 32<3 kind=1 endpoint=1 device_num=3 task_data=1002 target_task_data=null target_data=1006 \
            codeptr_ra=0x1234
            ENTER omp_target_data_op_emi 33<32 endpoint=1 target_task_data=null target_data=1006 host_op_id=1007 optype=2 \
            src_address=0xaaaa src_device_num=0 dst_address=0xbbbb dst_device_num=3 bytes=4096 codeptr_ra=0x1234
            ENTER roctxMarkA 34<33
            EXIT roctxMarkA 34<33
            EXIT omp_target_data_op_emi 33<32 endpoint=2 target_task_data=null target_data=1006 host_op_id=1007 optype=2 \
            src_address=0xaaaa src_device_num=0 dst_address=0xbbbb dst_device_num=3 bytes=4096 codeptr_ra=0x1234
            NONE omp_target_data_op_emi 35<32 endpoint=3 target_task_data=null target_data=1006 host_op_id=1008 optype=2 \
            src_address=0xaaaa src_device_num=0 dst_address=0xbbbb dst_device_num=3 bytes=4096 codeptr_ra=0x1234
            ENTER omp_target_submit_emi 36<32 endpoint=1 target_data=1006 host_op_id=1009 requested_num_teams=8 my_device=3 \
            my_target=1006 my_op=1009
            EXIT omp_target_submit_emi 36<32 endpoint=2 target_data=1006 host_op_id=1009 requested_num_teams=8 my_device=3 \
            my_target=1006 my_op=1009
            EXIT omp_target_emi 32<3 kind=1 endpoint=2 device_num=3 task_data=1002 target_task_data=null target_data=1006 \
            codeptr_ra=0x1234
            NONE omp_device_finalize 37<3 device_num=3
            NONE omp_error 38<3 severity=1 message=careful length=7 codeptr_ra=0x1234
            ENTER roctxMarkA 39<3
            EXIT roctxMarkA 39<3
            EXIT omp_implicit_task 3<0 endpoint=2 parallel_data=null task_data=1002 actual_parallelism=0 index=1 flags=1
            NONE omp_thread_end 40<0 thread_data=1001
            """;

    @Test
    void each_callback_is_an_event_with_its_arguments_and_encloses_what_it_should() {
        Outcome outcome = mock().go();
        assertThat(outcome.out()).isEqualTo(FOUND.formatted(ALL));
        assertThat(outcome.err()).isEqualTo(SECOND);
        assertThat(outcome.status()).isZero();
        assertThat(shapes(OmptEvent.ofTool(outcome.folder(), 0))).isEqualTo(EVENTS);
    }

    @Test
    void each_event_is_one_record_in_the_order_of_the_ends() {
        Outcome outcome = mock().with("OMPT", "buffer").go();
        assertThat(outcome.out()).isEqualTo(FOUND.formatted(ALL));
        List<OmptEvent> records = OmptEvent.ofTool(outcome.folder(), 0).stream()
                .filter(event -> event.phase().equals("RECORD"))
                .toList();
        // Where a callback has data words, a record has their values, which a tool without callbacks never sets.
        String expected = EVENTS.lines()
                .filter(line -> !line.startsWith("ENTER"))
                .map(line -> line.replaceFirst("\\w+", "RECORD"))
                .map(line -> line.replaceFirst("(<\\d+).*", "$1"))
                .map(OmptCallbacksTest::withTarget)
                .reduce("", (all, line) -> all + line + "\n");
        assertThat(shapes(records)).isEqualTo(expected);
        assertThat(records).allSatisfy(record -> {
            if (EVENTS.contains("ENTER " + record.operation() + " " + record.internal() + "<"))
                assertThat(record.end()).isGreaterThanOrEqualTo(record.start());
            else assertThat(record.end()).isEqualTo(record.start());
        });
    }

    @Test
    void each_id_is_retired_once_after_its_record() {
        Outcome outcome = mock().with("OMPT", "buffer").go();
        List<OmptEvent> lines = OmptEvent.ofTool(outcome.folder(), 0);
        Map<Long, Long> retired = lines.stream()
                .filter(event -> event.phase().equals("RETIRED"))
                .collect(Collectors.toMap(OmptEvent::internal, OmptEvent::start));
        assertThat(retired).hasSize(40);
        assertThat(lines)
                .filteredOn(event -> event.phase().equals("RECORD"))
                .hasSize(40)
                .allSatisfy(record -> assertThat(retired.get(record.internal())).isGreaterThan(record.end()));
    }

    private static String withTarget(String line) {
        if (line.contains("target_emi")) return line + " kind=1 device_num=3 task_id=0 target_id=0 codeptr_ra=0x1234";
        if (line.contains("target_data_op_emi"))
            return line + " host_op_id=0 optype=2 src_device_num=0 dst_device_num=3 bytes=4096 codeptr_ra=0x1234";
        if (line.contains("target_submit_emi")) return line + " host_op_id=0 requested_num_teams=8";
        return line;
    }

    /// The same library under another name is a separate tool.
    @Test
    void each_tool_has_data_words_of_its_own() throws IOException {
        Run run = mock();
        Path second = Files.copy(Path.of(Product.tool("ompt")), run.folder().resolve("second.so"));
        Outcome outcome = run.with("ROCP_TOOL_LIBRARIES", Product.tool("ompt") + ":" + second)
                .go();
        assertThat(outcome.out()).isEqualTo(FOUND.formatted(ALL));
        assertThat(shapes(OmptEvent.ofTool(outcome.folder(), 0))).isEqualTo(EVENTS);
        assertThat(shapes(OmptEvent.ofTool(outcome.folder(), 1))).isEqualTo(EVENTS.replaceAll("=1(00\\d)\\b", "=2$1"));
    }

    /// In addition to the operation itself, the runtime must report the end of the data words in its arguments.
    @Test
    void only_what_is_asked_for_is_listened_to() {
        Outcome outcome = mock().with("OMPT_OPERATIONS", "14,17").go();
        assertThat(outcome.out()).isEqualTo(FOUND.formatted(" 4 6 7 20 24"));
        assertThat(shapes(OmptEvent.ofTool(outcome.folder(), 0))).isEqualTo("""
                ENTER omp_work 1<0 work_type=1 endpoint=1 parallel_data=1001 task_data=1002 count=100 codeptr_ra=0x1234
                ENTER roctxMarkA 2<1
                EXIT roctxMarkA 2<1
                EXIT omp_work 1<0 work_type=1 endpoint=2 parallel_data=1001 task_data=1002 count=100 codeptr_ra=0x1234
                ENTER roctxMarkA 3<0
                EXIT roctxMarkA 3<0
                ENTER roctxMarkA 4<0
                EXIT roctxMarkA 4<0
                NONE omp_lock_init 5<0 kind=3 hint=4 impl=2 wait_id=99 codeptr_ra=0x1234
                ENTER roctxMarkA 6<0
                EXIT roctxMarkA 6<0
                ENTER roctxMarkA 7<0
                EXIT roctxMarkA 7<0
                """);
    }

    @Test
    void a_context_that_is_never_started_hears_nothing() {
        Outcome outcome = mock().with("OMPT_STOPPED", "1").go();
        assertThat(outcome.out()).isEqualTo(FOUND.formatted(ALL));
        assertThat(OmptEvent.ofTool(outcome.folder(), 0)).isEmpty();
    }

    @Test
    void a_tool_is_asked_for_external_ids_as_omp_events_and_for_each_operation() {
        Outcome outcome =
                mock().with("OMPT_REQUEST", "1").with("OMPT", "buffer").go();
        List<OmptEvent> records = OmptEvent.ofTool(outcome.folder(), 0);
        assertThat(records)
                .filteredOn(record -> record.operation().equals("omp_work"))
                .extracting(OmptEvent::external)
                .containsExactly(514L);
        assertThat(records)
                .filteredOn(record -> record.operation().equals("omp_lock_init"))
                .extracting(OmptEvent::external)
                .containsExactly(517L);
    }

    /// Runs in the same process as the C tool, which therefore gets the same ids.
    @Test
    void a_tool_in_java_sees_the_same_events() {
        Run run = mock().with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("OmptTool"));
        run.with("OMPT_JAVA_FILE", run.folder().resolve("java").toString());
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<OmptEvent> ofC = OmptEvent.ofTool(outcome.folder(), 0).stream()
                .filter(event -> event.operation().startsWith("omp_"))
                .toList();
        List<OmptEvent> ofJava = OmptEvent.read(run.folder().resolve("java"));
        assertThat(ofJava)
                .filteredOn(event -> !event.phase().equals("RECORD"))
                .extracting(OmptEvent::place, OmptEvent::thread)
                .containsExactlyElementsOf(ofC.stream()
                        .map(event -> tuple(event.place(), event.thread()))
                        .toList());
        assertThat(ofJava)
                .filteredOn(event -> event.phase().equals("RECORD"))
                .extracting(OmptEvent::internal)
                .containsExactlyElementsOf(ofC.stream()
                        .filter(event -> !event.phase().equals("ENTER"))
                        .map(OmptEvent::internal)
                        .toList());
        assertThat(ofJava)
                .filteredOn(event -> event.is("NONE", "omp_parallel_begin"))
                .singleElement()
                .returns(" requested_parallelism=4", OmptEvent::arguments);
        assertThat(ofJava)
                .filteredOn(event -> event.is("RECORD", "omp_target_emi"))
                .singleElement()
                .returns(" device_num=3", OmptEvent::arguments);
    }

    /// The library is present, but no tool uses OMPT.
    @Test
    void without_a_tool_a_runtime_gets_none_and_there_is_no_jvm() {
        Outcome outcome = Run.client("openmp_mock")
                .with("LD_PRELOAD", Product.file("lib/librocprofiler-sdk.so.1"))
                .go();
        assertThat(outcome.out()).isEqualTo("""
                tool: none
                found: initialized 0, finalized 0, statuses 0
                initialized: initialized 0, finalized 0, statuses 0
                registered:
                ended by itself
                ended: initialized 0, finalized 0, statuses 0
                words kept: 0
                """);
        assertThat(outcome.err()).isEmpty();
    }

    /// The runtime's look-up of the SDK does not start it: events begin when another call does, here the
    /// first mark.
    @Test
    void a_program_with_an_openmp_tool_of_its_own_can_hand_its_runtime_to_the_sdk() {
        Outcome outcome = mock("own").go();
        assertThat(outcome.out()).isEqualTo(FOUND.formatted(""));
        assertThat(outcome.err()).isEqualTo(SECOND);
        assertThat(OmptEvent.ofTool(outcome.folder(), 0))
                .extracting(OmptEvent::place)
                .startsWith(
                        "NONE omp_callback_functions 1<0",
                        "ENTER roctxMarkA 2<0",
                        "EXIT roctxMarkA 2<0",
                        "ENTER omp_masked 3<0",
                        "EXIT omp_masked 3<0")
                .endsWith(
                        "NONE omp_error 32<0",
                        "ENTER roctxMarkA 33<0",
                        "EXIT roctxMarkA 33<0",
                        "NONE omp_thread_end 34<0");
    }

    private static Run mock(String... arguments) {
        return Run.client("openmp_mock", arguments)
                .with("LD_PRELOAD", Product.file("lib/librocprofiler-sdk.so.1"))
                .with("ROCP_TOOL_LIBRARIES", Product.tool("ompt"));
    }

    private static String shapes(List<OmptEvent> events) {
        return events.stream().map(event -> event.shape().strip() + "\n").reduce("", String::concat);
    }
}
