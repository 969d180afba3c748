package io.rocprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Facts about kernels and host functions become the records that the engine writes. The words are those of AMD's
/// structs (`callback_tracing.h` of rocprofiler-sdk 1.0.0).
class FactsTest {

    private static final long HALF = 1L << 32;
    private static final long BINARY = 0x500000;

    /// Granulated counts 5 (VGPR) and 7 (SGPR), accumulation offset 3; the code begins 128 bytes before.
    private static final long[] DESCRIPTOR = {0, 0, -128, 0, 0, 3 * HALF, 5 | 7 << 6, 0};

    private static final long[] UNREADABLE = new long[8];

    @TempDir
    Path directory;

    private final SegmentWriter writer = new SegmentWriter(42);

    private void kernel(long id, long codeObject, String symbol, long nanos) {
        kernel(id, codeObject, symbol, nanos, DESCRIPTOR, "gfx90a");
    }

    private void kernel(long id, long codeObject, String symbol, long nanos, long[] descriptor, String processor) {
        LongStream struct =
                LongStream.of(88, id, codeObject, 0xdead, 0x5080, 24 + 8 * HALF, 600 + 16 * HALF, 0, 0, 0, 0);
        LongStream facts = LongStream.concat(LongStream.of(nanos), LongStream.of(descriptor));
        ByteBuffer name = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        name.put(processor.getBytes(StandardCharsets.US_ASCII));
        LongStream agent = LongStream.range(0, 8).map(word -> name.getLong((int) (word * Long.BYTES)));
        long[] words =
                LongStream.concat(LongStream.concat(struct, facts), agent).toArray();
        writer.stretch(42).object(SegmentConstants.KIND_KERNEL_FACTS, symbol, words);
    }

    private void host(String name, long modules, long nanos) {
        writer.stretch(43)
                .object(
                        SegmentConstants.KIND_HOST_FUNCTION_FACTS,
                        name,
                        120,
                        0,
                        0,
                        0,
                        0x400000,
                        modules,
                        0xdead,
                        1024 + HALF,
                        2 + 3 * HALF,
                        4 + 5 * HALF,
                        6 + 7 * HALF,
                        8 + 9 * HALF,
                        10 + 11 * HALF,
                        12,
                        64,
                        nanos);
    }

    private void gone(long of, long id, long nanos) {
        writer.stretch(44).object(SegmentConstants.KIND_GONE, "", of, id, nanos);
    }

    /// Host function and kernel of each pair, in the order of their ids.
    private List<String> pairs() {
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.hostFunctions())
                    .extracting(HostFunction::hostFunctionId)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .startsWith(process.hostFunctions().isEmpty() ? new Long[0] : new Long[] {1L});
            return process.hostFunctions().stream()
                    .map(host -> host.deviceFunction() + " " + host.kernelId())
                    .toList();
        }
    }

    @Test
    void a_kernel_has_what_its_descriptor_says() {
        kernel(3, 2, "axpy.kd", 100);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.kernels())
                    .containsExactly(
                            new KernelSymbol(88, 3, 2, "axpy.kd", 0x5080, 24, 8, 600, 16, 64, 16, 32, -128, 0x5000));
            assertThat(process.hostFunctions()).isEmpty();
            assertThat(process.problems()).isEmpty();
        }
    }

    @Test
    void what_only_an_unreadable_descriptor_has_is_zero() {
        kernel(3, 2, "axpy.kd", 100, UNREADABLE, "gfx90a");
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.kernel(3))
                    .isEqualTo(new KernelSymbol(88, 3, 2, "axpy.kd", 0x5080, 24, 8, 600, 16, 0, 0, 0, 0, 0));
        }
    }

    @Test
    void the_name_of_a_processor_may_fill_its_place() {
        kernel(3, 2, "axpy.kd", 100, DESCRIPTOR, "gfx90a".repeat(11).substring(0, 64));
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.kernels()).extracting(KernelSymbol::sgprCount).containsExactly(0L);
            assertThat(process.kernels()).extracting(KernelSymbol::address).containsExactly(0x5000L);
        }
    }

    @Test
    void a_host_function_is_recorded_with_the_kernel_of_its_name() {
        host("axpy", BINARY, 50);
        kernel(3, 2, "axpy.kd", 100);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.hostFunctions())
                    .containsExactly(new HostFunction(
                            120,
                            1,
                            3,
                            2,
                            0x400000,
                            BINARY,
                            "axpy",
                            1024,
                            List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L),
                            64));
        }
    }

    @Test
    void each_kernel_of_the_name_has_its_own_record() {
        host("axpy", BINARY, 50);
        host("scale", BINARY, 51);
        host("unused", BINARY, 52);
        kernel(1, 1, "scale.kd", 100);
        kernel(2, 1, "axpy.kd", 101);
        kernel(3, 2, "axpy.kd", 102);
        kernel(4, 2, "alone.kd", 103);
        kernel(5, 2, "axpy", 104); // the symbol of an older code object
        assertThat(pairs()).containsExactly("scale 1", "axpy 2", "axpy 3", "axpy 5");
    }

    @Test
    void pairs_are_numbered_by_the_later_of_both_times_then_by_registration() {
        kernel(1, 1, "b.kd", 100);
        kernel(2, 1, "a.kd", 100);
        host("a", BINARY, 30);
        host("c", BINARY, 300);
        host("b", BINARY, 20);
        kernel(3, 2, "c.kd", 90);
        host("a", BINARY, 200);
        assertThat(pairs()).containsExactly("b 1", "a 2", "a 2", "c 3");
    }

    @Test
    void a_function_whose_binary_was_gone_is_no_function_of_a_kernel_that_came_later() {
        host("early", BINARY, 50);
        host("late", BINARY, 50);
        host("other", 2 * BINARY, 50);
        kernel(1, 1, "early.kd", 70);
        gone(SegmentConstants.GONE_MODULES, BINARY, 80);
        kernel(2, 2, "late.kd", 80);
        kernel(3, 2, "other.kd", 90);
        assertThat(pairs()).containsExactly("early 1", "other 3");
    }

    @Test
    void a_kernel_whose_code_object_was_gone_has_no_function_that_came_later() {
        kernel(1, 1, "axpy.kd", 50);
        kernel(2, 2, "axpy.kd", 60);
        gone(SegmentConstants.GONE_CODE_OBJECT, 1, 100);
        host("axpy", BINARY, 100);
        assertThat(pairs()).containsExactly("axpy 2");
    }

    @Test
    void another_binary_may_have_the_address_of_one_that_is_gone() {
        gone(SegmentConstants.GONE_MODULES, BINARY, 300);
        gone(SegmentConstants.GONE_MODULES, BINARY, 100);
        host("axpy", BINARY, 50);
        host("axpy", BINARY, 200);
        kernel(1, 1, "axpy.kd", 250);
        kernel(2, 2, "axpy.kd", 350);
        assertThat(pairs()).containsExactly("axpy 1");
    }

    @Test
    void what_is_gone_is_of_its_own_kind() {
        host("axpy", 1, 50);
        gone(SegmentConstants.GONE_CODE_OBJECT, 1, 60);
        gone(SegmentConstants.GONE_MODULES, 2, 60);
        gone(3, 2, 60); // of a newer version
        kernel(1, 2, "axpy.kd", 100);
        assertThat(pairs()).containsExactly("axpy 1");
    }

    @Test
    void long_names_that_were_cut_find_each_other() {
        String beginning = "x".repeat(100);
        host(beginning, BINARY, 50);
        isCut(SegmentConstants.KIND_HOST_FUNCTION_FACTS, 144, 40_000);
        kernel(1, 1, beginning, 100);
        isCut(SegmentConstants.KIND_KERNEL_FACTS, 240, 40_003);
        host(beginning, BINARY, 50);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.hostFunctions())
                    .extracting(HostFunction::kernelId)
                    .containsExactly(1L);
            assertThat(process.problems()).hasSize(1);
        }
    }

    /// Makes the last record state a length of its text.
    private void isCut(int kind, int before, long length) {
        writer.poke(writer.place() - before - 104 + SegmentObject.KIND, kind | length * HALF);
    }

    @Test
    void facts_beside_records_and_facts_that_were_only_the_means_are_no_unknown_records() {
        host("axpy", BINARY, 50);
        gone(SegmentConstants.GONE_MODULES, BINARY, 60);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.hostFunctions()).isEmpty();
            assertThat(process.kernels()).isEmpty();
        }
    }

    @Test
    void facts_that_are_too_short_are_damage() {
        kernel(1, 1, "axpy.kd", 100);
        writer.object(SegmentConstants.KIND_KERNEL_FACTS, "", new long[27]);
        writer.object(SegmentConstants.KIND_GONE, "", SegmentConstants.GONE_CODE_OBJECT, 1, 100); // lost with it
        host("axpy", BINARY, 50);
        writer.object(SegmentConstants.KIND_HOST_FUNCTION_FACTS, "", new long[15]);
        writer.stretch(44).object(SegmentConstants.KIND_GONE, "", SegmentConstants.GONE_CODE_OBJECT, 1);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.kernels()).extracting(KernelSymbol::kernelId).containsExactly(1L);
            assertThat(process.hostFunctions())
                    .extracting(HostFunction::kernelId)
                    .containsExactly(1L);
            assertThat(process.problems()).hasSize(1);
            assertThat(process.problems().getFirst().wrong()).startsWith("damaged at byte");
        }
    }

    @Test
    void facts_of_any_contents_are_read() {
        long[] garbage = new long[40];
        for (int i = 0; i < garbage.length; i++) garbage[i] = -1 - i * 0x1234_5678_9abcL;
        writer.stretch(42).object(SegmentConstants.KIND_KERNEL_FACTS, "\0\0\0", garbage);
        writer.object(SegmentConstants.KIND_GONE, "x", -1, -1, -1);
        int place = writer.stretch(43).place();
        writer.object(SegmentConstants.KIND_HOST_FUNCTION_FACTS, "", new long[16]);
        writer.poke(place + SegmentObject.KIND, SegmentConstants.KIND_HOST_FUNCTION_FACTS | -HALF);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.kernels()).hasSize(1);
            assertThat(process.hostFunctions()).isEmpty();
        }
    }
}
