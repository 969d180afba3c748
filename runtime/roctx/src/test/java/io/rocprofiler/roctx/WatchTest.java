package io.rocprofiler.roctx;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// Tests when a function must be called.
final class WatchTest {
    private static final long FIRST = 0x1000;
    private static final long PLAIN = 0x2000;
    private static final long WRAPPED = 0x3000;

    private final MemorySegment tracer = words(1, 0);
    private final MemorySegment live = words(14, 0);
    private final MemorySegment current = words(1, FIRST);
    private final Watch watch = new Watch(tracer, live, words(14, PLAIN), current, FIRST);

    private static MemorySegment words(int count, long value) {
        MemorySegment words = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, count);
        for (int i = 0; i < count; i++) words.setAtIndex(ValueLayout.JAVA_LONG, i, value);
        return words;
    }

    private static void set(MemorySegment words, int index, long value) {
        words.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    private void settle() {
        for (int i = 0; i < 14; i++) set(live, i, PLAIN);
        set(current, 0, 0x4000);
    }

    @Test
    void every_call_is_made_until_registration_is_over() {
        assertThat(watch.isListening(Watch.MARK)).isTrue();
        for (int i = 0; i < 14; i++) set(live, i, PLAIN);
        assertThat(watch.isListening(Watch.MARK)).isTrue();
        settle();
        assertThat(watch.isListening(Watch.MARK)).isFalse();
    }

    @Test
    void a_wrapped_function_is_called_and_no_other() {
        settle();
        set(live, Watch.RANGE_POP, WRAPPED);
        assertThat(watch.isListening(Watch.RANGE_POP)).isTrue();
        assertThat(watch.isListening(Watch.RANGE_PUSH)).isFalse();
        assertThat(watch.isListening(Watch.RANGE_PUSH, Watch.RANGE_POP)).isTrue();
        assertThat(watch.isListening(Watch.RANGE_START, Watch.RANGE_STOP)).isFalse();
    }

    @Test
    void a_tracer_hears_of_everything() {
        settle();
        set(tracer, 0, WRAPPED);
        assertThat(watch.isListening(Watch.MARK)).isTrue();
        assertThat(watch.isListening(Watch.RANGE_PUSH, Watch.RANGE_POP)).isTrue();
        set(tracer, 0, 0);
        assertThat(watch.isListening(Watch.MARK)).isFalse();
    }

    @Test
    void without_a_library_nothing_is_called_and_of_one_that_does_not_say_everything() {
        assertThat(Watch.NEVER.isListening(Watch.NAME_HIP_STREAM)).isFalse();
        assertThat(Watch.ALWAYS.isListening(Watch.NAME_HIP_STREAM)).isTrue();
    }
}
