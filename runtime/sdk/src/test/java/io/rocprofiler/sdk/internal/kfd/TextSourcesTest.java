package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.internal.seam.TestCLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Waiting for text, with pipes: it arrives complete, sources take turns, and the wait ends.
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TextSourcesTest {
    private static final int CAPACITY = 64;
    private static final int MOST_SOURCES = 128;

    /// Calls of one function that fail, as after a signal, before the others are made.
    private static final class Failing extends TestCLibrary {
        private final String function;
        private int failures;
        int calls;

        Failing(String function, int failures) {
            this.function = function;
            this.failures = failures;
        }

        @Override
        public long call(long address, long a0, long a1, long a2) {
            if (address != find(function)) return super.call(address, a0, a1, a2);
            calls++;
            return failures-- > 0 ? Integer.toUnsignedLong(-1) : super.call(address, a0, a1, a2);
        }
    }

    private final CountDownLatch waiting = new CountDownLatch(1);
    private final TestCLibrary c = new TestCLibrary() {
        @Override
        public long call(long function, long a0, long a1, long a2) {
            if (function == find("poll")) waiting.countDown();
            return super.call(function, a0, a1, a2);
        }
    };
    private final List<Pipe> pipes = new ArrayList<>();

    private TextSources sources(TestCLibrary library) {
        TextSources sources = new TextSources(library);
        for (int i = 0; i < 3; i++) {
            pipes.add(Pipe.make(library));
            assertThat(sources.add(pipes.get(i).output())).isTrue();
        }
        return sources;
    }

    /// Returns the source and its text; empty at the end.
    private static String next(TextSources sources) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(CAPACITY);
            long found = sources.next(memory.address(), CAPACITY);
            if (found == 0) return "";
            int count = (int) found;
            byte[] bytes = memory.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
            return (found >>> 32) + " " + new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /// Does it when a thread waits.
    private void later(Runnable action) {
        Thread.ofPlatform().start(() -> {
            try {
                waiting.await();
                action.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void textComesThrough() {
        TextSources sources = sources(c);
        pipes.get(1).put("b 15 -7 @10(2) 1ea0 2\n");
        assertThat(next(sources)).isEqualTo("1 b 15 -7 @10(2) 1ea0 2\n");
    }

    @Test
    void moreThanFitsComesInParts() {
        TextSources sources = sources(c);
        pipes.get(0).put("x".repeat(CAPACITY) + "y".repeat(10));
        assertThat(next(sources)).isEqualTo("0 " + "x".repeat(CAPACITY));
        assertThat(next(sources)).isEqualTo("0 " + "y".repeat(10));
    }

    @Test
    void sourcesTakeTurns() {
        TextSources sources = sources(c);
        String part = "y".repeat(CAPACITY);
        pipes.get(1).put(part.repeat(3));
        assertThat(next(sources)).isEqualTo("1 " + part);
        pipes.get(0).put("zero");
        pipes.get(2).put("two");
        assertThat(next(sources)).isEqualTo("2 two");
        assertThat(next(sources)).isEqualTo("0 zero");
        assertThat(next(sources)).isEqualTo("1 " + part);
        assertThat(next(sources)).isEqualTo("1 " + part);
    }

    @Test
    void waitsForText() {
        TextSources sources = sources(c);
        later(() -> pipes.get(2).put("later"));
        assertThat(next(sources)).isEqualTo("2 later");
    }

    @Test
    void aSourceThatEndsLeavesTheOthers() {
        TextSources sources = sources(c);
        pipes.get(1).put("last words");
        pipes.get(1).closeInput();
        assertThat(next(sources)).isEqualTo("1 last words");
        pipes.get(0).put("still here");
        assertThat(next(sources)).isEqualTo("0 still here");
    }

    @Test
    void isOverWhenAllSourcesHaveEnded() {
        TextSources sources = sources(c);
        pipes.forEach(Pipe::closeInput);
        assertThat(next(sources)).isEmpty();
        assertThat(pipes).noneMatch(pipe -> Pipe.isOpen(c, pipe.output()));
    }

    @Test
    void stopEndsTheWaiting() {
        TextSources sources = sources(c);
        later(sources::stop);
        assertThat(next(sources)).isEmpty();
        assertThat(pipes).noneMatch(pipe -> Pipe.isOpen(c, pipe.output()));
    }

    @Test
    void stopLosesNothing() {
        TextSources sources = sources(c);
        pipes.get(2).put("in time");
        sources.stop();
        assertThat(next(sources)).isEqualTo("2 in time");
        pipes.get(0).put("just so");
        assertThat(next(sources)).isEqualTo("0 just so");
        assertThat(next(sources)).isEmpty();
        assertThat(next(sources)).isEmpty();
        sources.stop(); // as a thread may that comes late
        assertThat(next(sources)).isEmpty();
    }

    @Test
    void aWaitThatFailsIsRepeated() {
        Failing library = new Failing("poll", 3);
        TextSources sources = sources(library);
        pipes.get(0).put("text");
        assertThat(next(sources)).isEqualTo("0 text");
        assertThat(library.calls).isEqualTo(4);
    }

    @Test
    void aReadThatFailsIsRepeated() {
        TextSources sources = sources(new Failing("read", 3));
        pipes.get(0).put("text");
        assertThat(next(sources)).isEqualTo("0 text");
    }

    @Test
    void aSourceWhoseReadsKeepFailingHasEnded() {
        Failing library = new Failing("read", Integer.MAX_VALUE);
        TextSources sources = sources(library);
        pipes.forEach(pipe -> pipe.put("text"));
        assertThat(next(sources)).isEmpty();
        assertThat(library.calls).isEqualTo(3 * 16);
        assertThat(pipes).noneMatch(pipe -> Pipe.isOpen(c, pipe.output()));
    }

    @Test
    void aFileThatIsNotOpenHasEnded() {
        TextSources sources = new TextSources(c);
        assertThat(sources.add(1_000_000)).isTrue();
        assertThat(next(sources)).isEmpty();
    }

    @Test
    void thereIsRoomForManySources() {
        TextSources sources = new TextSources(c);
        Pipe pipe = Pipe.make(c);
        for (int i = 0; i < MOST_SOURCES - 1; i++)
            assertThat(sources.add(1_000_000 + i)).isTrue();
        assertThat(sources.add(pipe.output())).isTrue();
        assertThat(sources.add(1_000_000)).isFalse();
        pipe.put("last");
        assertThat(next(sources)).isEqualTo("127 last");
    }
}
