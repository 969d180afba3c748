package io.rocprofiler.roctx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests which calls reach a library, and when.
final class MarkersTest {
    private final FakeLibrary library = new FakeLibrary();
    private final Markers markers = library.markers;

    @AfterEach
    void close() {
        library.close();
    }

    @Test
    void a_listener_hears_marks_and_ranges() {
        markers.mark("here");
        try (Range outer = markers.range("outer")) {
            try (Range inner = markers.range("inner")) {
                assertThat(inner).isNotSameAs(outer);
            }
        }
        assertThat(library.take()).containsExactly("mark here", "push outer", "push inner", "pop", "pop");
    }

    @Test
    void without_a_listener_nothing_is_called() {
        library.listen(false);
        markers.mark("here");
        try (Range range = markers.range("range")) {
            assertThat(range).isSameAs(Range.SILENT);
            assertThat(markers.push("a")).isZero();
            assertThat(markers.push("b")).isEqualTo(1);
            assertThat(markers.pop()).isEqualTo(1);
            assertThat(markers.pop()).isZero();
        }
        long id = markers.start("process");
        assertThat(id).isZero();
        markers.stop(id);
        markers.pause(0);
        markers.resume(0);
        markers.nameThread("worker");
        markers.nameDevice(0, "fast");
        markers.nameStream(8, "copies");
        markers.nameAgent(9, "gpu");
        assertThat(library.take()).isEmpty();
    }

    @Test
    void levels_are_the_same_whether_somebody_listens_or_not() {
        List<Integer> levels = new ArrayList<>();
        levels.add(markers.pop());
        levels.add(markers.push("heard"));
        library.listen(false);
        levels.add(markers.push("silent"));
        library.listen(true);
        levels.add(markers.push("heard again"));
        levels.add(markers.pop());
        levels.add(markers.pop());
        library.listen(false);
        levels.add(markers.pop());
        levels.add(markers.pop());
        assertThat(levels).containsExactly(-1, 0, 1, 2, 2, 1, 0, -1);
        assertThat(library.take())
                .as("each pop of a range that was heard of, and no other")
                .containsExactly("push heard", "push heard again", "pop", "pop");
    }

    @Test
    void levels_count_on_where_ranges_are_too_many_to_be_told() {
        for (int i = 0; i < Levels.MAX_TOLD + 2; i++) {
            library.listen(i >= Levels.MAX_TOLD - 1);
            assertThat(markers.push("deep")).isEqualTo(i);
        }
        for (int i = Levels.MAX_TOLD + 1; i >= 0; i--) assertThat(markers.pop()).isEqualTo(i);
        assertThat(library.take()).containsExactly("push deep", "pop");
    }

    @Test
    void a_range_that_was_heard_of_ends_though_nobody_listens_any_more() {
        Range range = markers.range("range");
        long id = markers.start("process");
        library.listen(false);
        range.close();
        markers.stop(id);
        assertThat(library.take()).containsExactly("push range", "start process", "pop", "stop 1");
    }

    @Test
    void a_range_that_nobody_heard_of_does_not_end() {
        library.listen(false);
        Range range = markers.range("range");
        library.listen(true);
        range.close();
        assertThat(library.take()).isEmpty();
    }

    @Test
    void closing_a_range_again_does_nothing() {
        Range range = markers.range("range");
        range.close();
        range.close();
        assertThat(library.take()).containsExactly("push range", "pop");
    }

    @Test
    void another_thread_does_not_pop_a_range() throws InterruptedException {
        Range range = markers.range("range");
        Thread.ofPlatform().start(range::close).join();
        range.close();
        assertThat(library.take()).containsExactly("push range", "pop");
    }

    @Test
    void ranges_of_a_virtual_thread_are_started_and_stopped() throws InterruptedException {
        List<Integer> levels = new ArrayList<>();
        Thread.ofVirtual()
                .start(() -> {
                    try (Range range = markers.range("range")) {
                        levels.add(markers.push("a"));
                        levels.add(markers.push("b"));
                        levels.add(markers.pop());
                        levels.add(markers.pop());
                        levels.add(markers.pop());
                        assertThat(range).isNotSameAs(Range.SILENT);
                    }
                    markers.mark("marked");
                    markers.nameThread("not mine");
                })
                .join();
        assertThat(levels).containsExactly(0, 1, 1, 0, -1);
        assertThat(library.take())
                .containsExactly("start range", "start a", "start b", "stop 3", "stop 2", "stop 1", "mark marked");
    }

    @Test
    void threads_have_levels_of_their_own() throws InterruptedException {
        List<Integer> levels = new ArrayList<>();
        levels.add(markers.push("mine"));
        Thread.ofPlatform().start(() -> levels.add(markers.push("other"))).join();
        levels.add(markers.pop());
        assertThat(levels).containsExactly(0, 0, 0);
    }

    @Test
    void names_and_control_go_through_with_their_arguments() {
        markers.pause(0);
        markers.resume(12);
        markers.nameThread("worker");
        markers.nameDevice(-1, "fast");
        markers.nameStream(0x7000_0000_1000L, "copies");
        markers.nameAgent(0x1234_5678_9ABCL, "gpu");
        assertThat(markers.threadId()).isEqualTo(77);
        assertThat(library.take())
                .containsExactly(
                        "pause 0",
                        "resume 12",
                        "thread worker",
                        "device -1 fast",
                        "stream 123145302315008 copies",
                        "agent 20015998343868 gpu");
    }

    @Test
    void a_message_may_be_null_or_of_any_language() {
        markers.mark(null);
        markers.mark("Größe → 大きさ");
        markers.mark("Größe → 大きさ");
        markers.mark("before\0after");
        markers.mark("");
        assertThat(library.take())
                .containsExactly("mark null", "mark Größe → 大きさ", "mark Größe → 大きさ", "mark before", "mark ");
    }

    @Test
    void a_message_that_comes_again_is_passed_without_a_copy() {
        for (int i = 0; i < 4; i++) markers.mark("again".concat(""));
        assertThat(library.messages.get(2)).isEqualTo(library.messages.get(1));
        assertThat(library.messages.get(3)).isEqualTo(library.messages.get(1));
    }

    @Test
    void without_a_library_there_are_levels_and_a_thread_id() {
        Markers none = new Markers(Library.NONE);
        assertThat(none.isListening()).isFalse();
        assertThat(none.push("a")).isZero();
        assertThat(none.pop()).isZero();
        assertThat(none.start("b")).isZero();
        none.stop(1);
        assertThat(none.threadId()).isPositive();
        assertThat(none.range("c")).isSameAs(Range.SILENT);
    }

    @Test
    void a_function_that_the_library_lacks_is_passed_over() {
        Functions old = Functions.find(name -> 0);
        Markers without = new Markers(new Library(Watch.ALWAYS, old, new Strings(java.lang.foreign.Arena.ofAuto())));
        without.nameThread("worker");
        without.pause(0);
        assertThat(without.threadId()).isPositive();
    }
}
