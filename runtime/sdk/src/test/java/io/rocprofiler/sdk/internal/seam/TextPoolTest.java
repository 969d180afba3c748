package io.rocprofiler.sdk.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

final class TextPoolTest {

    @Test
    void equal_texts_are_kept_once_and_all_are_there_to_the_end() {
        Map<String, Long> addresses = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String text = "memory://" + i + "#" + "x".repeat(i % 300);
            addresses.put(text, CStrings.intern(text));
        }
        addresses.forEach((text, address) -> {
            assertThat(CStrings.read(address, Integer.MAX_VALUE)).isEqualTo(text);
            assertThat(CStrings.intern(text)).isEqualTo(address);
            assertThat(CStrings.intern(address)).isEqualTo(address);
        });
        assertThat(new HashSet<>(addresses.values())).hasSize(addresses.size());
    }

    @Test
    void a_text_that_is_a_beginning_of_another_is_another() {
        long whole = CStrings.intern("kernel.kd"), part = CStrings.intern("kernel"), none = CStrings.intern("");
        assertThat(Set.of(whole, part, none)).hasSize(3);
        assertThat(CStrings.read(none, 10)).isEmpty();
    }

    @Test
    void the_original_may_be_freed() {
        long kept;
        try (Arena arena = Arena.ofConfined()) {
            kept = CStrings.intern(arena.allocateFrom("freed: ä€").address());
        }
        assertThat(CStrings.read(kept, 100)).isEqualTo("freed: ä€");
        assertThat(CStrings.intern("freed: ä€")).isEqualTo(kept);
        assertThat(CStrings.intern(0)).isZero();
    }

    @Test
    void threads_get_the_same_address() throws InterruptedException {
        Set<Long> addresses = ConcurrentHashMap.newKeySet();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(() -> {
                for (int j = 0; j < 1000; j++) addresses.add(CStrings.intern("shared " + j));
            });
        }
        for (Thread thread : threads) thread.join();
        assertThat(addresses).hasSize(1000);
    }
}
