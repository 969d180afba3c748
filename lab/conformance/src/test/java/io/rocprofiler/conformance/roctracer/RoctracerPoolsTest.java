package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Roctracer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Pools of libroctracer64: how many records a callback gets at once, where they lie, and which threads wait.
/// `3x16` means three callbacks with 16 records each.
final class RoctracerPoolsTest {

    @Test
    void a_callback_gets_as_many_records_as_the_buffer_holds() {
        assertThat(pools("capacity")).isEqualTo("""
                1024 of 2048 bytes: 2x16 8
                1000 of 2000 bytes: 2x15 10
                192 of 384 bytes: 13x3 1
                128 of 256 bytes: 20x2
                127 of 256 bytes: 40x1
                100 of 256 bytes: 40x1
                64 of 256 bytes: 40x1
                63 of 256 bytes: 40x1
                12 of 256 bytes: 40x1
                1 of 256 bytes: 40x1
                0 of 256 bytes: 40x1
                """);
    }

    @Test
    void names_lie_in_the_buffer_and_one_that_fits_in_none_is_told_at_once() {
        assertThat(pools("names")).isEqualTo("""
                names of 38 bytes: 2x10 5
                names of 960 bytes: 3x1
                names of 961 bytes: 3x2
                any name in 64 bytes: 3x1
                empty names: 15 5
                """);
    }

    @Test
    void an_external_id_and_its_call_come_together() {
        assertThat(pools("pairs")).isEqualTo("""
                pairs in 192 bytes: 3 2 3
                pairs in 128 bytes: 1 3x2 1
                pairs in 100 bytes: 1 3x2 1
                pairs in 64 bytes: 1 3x2 1
                pairs in 1 bytes: 1 3x2 1
                """);
    }

    @Test
    void a_full_buffer_waits_for_the_next_record_or_a_flush() {
        assertThat(pools("full")).isEqualTo("a full one waits for the next: 16 1\n");
    }

    @Test
    void writers_and_flushes_wait_for_a_busy_callback() {
        assertThat(pools("busy")).isEqualTo("busy: 2x16 2x1\n");
    }

    @Test
    void two_pools_do_not_wait_for_each_other() {
        assertThat(pools("two")).isEqualTo("""
                kernels: 15 1
                copies: 6x16 4
                """);
    }

    @Test
    void the_default_pool_counts_when_an_activity_is_enabled() {
        assertThat(pools("defaults")).isEqualTo("first 2, second 1\n");
    }

    @Test
    void a_pool_that_is_closed_gets_nothing_that_was_meant_for_it_and_nor_does_the_next() {
        assertThat(pools("reopened")).isEqualTo("1000 pools\n");
    }

    /// AMD's library ends the process; its header declares this status, but the library never returns it.
    @Test
    void without_a_callback_or_memory_nothing_breaks() {
        String function = "roctracer_open_pool_expl(), roctracer_open_pool_impl()";
        assertThat(pools("poor"))
                .isEqualTo("no memory: -6, no pool, " + function + ", no memory or no thread for a pool of 1024 bytes\n"
                        + """
                                too large: -6
                                too large, default: -6 0
                                """.repeat(4));
    }

    @Test
    void eight_writers_with_a_slow_callback_lose_nothing_and_keep_their_order() {
        assertThat(Roctracer.print("writers", Roctracer.HIP, "many", "25000")).isEqualTo("wrong 0, pairs apart 0\n");
    }

    @Test
    void writers_with_pieces_of_a_large_buffer_lose_nothing_and_keep_their_order() {
        for (String bytes : List.of("65536", "1048576"))
            assertThat(Roctracer.print("writers", Roctracer.HIP, "many", "50000", bytes))
                    .isEqualTo("wrong 0, pairs apart 0\n");
    }

    /// A flush, a close and a child see the same, and the names are right, whatever part of a buffer a thread has.
    @ParameterizedTest
    @ValueSource(strings = {"flushes", "grows", "own", "closes", "forks"})
    void pools_that_threads_contend_for_lose_nothing_and_keep_to_their_memory(String name) {
        assertThat(Roctracer.print("pieces", Roctracer.HIP, name)).isEqualTo("wrong 0\n");
    }

    @Test
    void a_buffer_s_callback_may_use_the_library_and_this_and_other_pools() {
        assertThat(Roctracer.print("writers", Roctracer.HIP, "inside")).isEqualTo("""
                KernelExecution
                roctracer_disable_op_callback(), invalid argument
                back
                told 2, others 2
                """);
    }

    /// Each would be a deadlock in AMD's library, or may be one.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fills          | told 1001, told 1001, told 1001",
                "closes         | 100 closed",
                "meets          | told 6",
                "closes_in_call | told 100",
                "forks          | child 0, told 2",
                "forks_in_call  | child 0, told 1"
            })
    void callbacks_that_would_wait_for_themselves_or_each_other_go_on(String name, String lines) {
        assertThat(Roctracer.print("circles", Roctracer.HIP, name)).isEqualTo(lines.replace(", ", "\n") + "\n");
    }

    private static String pools(String name) {
        return Roctracer.print("pools", Roctracer.HIP, name);
    }
}
