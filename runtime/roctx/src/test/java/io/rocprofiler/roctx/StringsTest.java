package io.rocprofiler.roctx;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Tests which texts are cached as C strings.
final class StringsTest {
    private final Strings strings = new Strings(Arena.ofAuto());

    private static String textAt(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Strings.MAX_BYTES).getString(0);
    }

    @Test
    void a_text_is_kept_when_it_comes_again() {
        assertThat(strings.find("epoch")).isZero();
        long address = strings.find("epoch");
        assertThat(textAt(address)).isEqualTo("epoch");
        assertThat(strings.find("epoch".concat(""))).isEqualTo(address);
    }

    @Test
    void texts_that_never_repeat_take_no_room() {
        for (int i = 0; i < 10 * Strings.SLOTS; i++)
            assertThat(strings.find("step " + i)).isZero();
        strings.find("epoch");
        assertThat(strings.find("epoch")).isNotZero();
    }

    @Test
    void long_texts_are_not_kept() {
        String fits = "x".repeat(Strings.MAX_BYTES - 1);
        strings.find(fits);
        assertThat(textAt(strings.find(fits))).isEqualTo(fits);
        String tooLong = "x".repeat(Strings.MAX_BYTES);
        String tooLongInC = "é".repeat(Strings.MAX_BYTES / 2);
        for (int i = 0; i < 3; i++) {
            assertThat(strings.find(tooLong)).isZero();
            assertThat(strings.find(tooLongInC)).isZero();
        }
    }

    @Test
    void a_full_table_keeps_what_it_has() {
        long first = 0;
        int kept = 0;
        for (int i = 0; i < 4 * Strings.SLOTS; i++) {
            strings.find("text " + i);
            long address = strings.find("text " + i);
            if (i == 0) first = address;
            if (address != 0) kept++;
        }
        assertThat(kept).isBetween(Strings.SLOTS / 2, Strings.SLOTS);
        assertThat(strings.find("text 0")).isEqualTo(first);
        assertThat(textAt(first)).isEqualTo("text 0");
    }

    @Test
    void threads_that_keep_the_same_texts_get_the_same_addresses() throws InterruptedException {
        long[][] found = new long[2][1000];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            long[] own = found[t];
            threads[t] = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < own.length; i++) {
                    while (own[i] == 0) own[i] = strings.find("common " + i);
                }
            });
        }
        for (Thread thread : threads) thread.join();
        assertThat(found[0]).isEqualTo(found[1]);
        assertThat(found[0]).doesNotHaveDuplicates();
    }
}
