package io.rocprofiler.trace;

import static io.rocprofiler.abi.internal.SegmentConstants.KIND_NAME;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_AGENT;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_DEVICE;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_JAVA_THREAD;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_OS_THREAD;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_QUEUE;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_STREAM;
import static io.rocprofiler.abi.internal.SegmentConstants.NAME_THREAD;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.trace.foreign.ForeignProcess;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectNamesTest {

    private static final long PID = 42;

    @TempDir
    Path directory;

    private final SegmentWriter writer = new SegmentWriter(PID);

    @Test
    void theLatestNameCountsWhereverItWasWritten() throws IOException {
        writer.stretch(PID);
        name(NAME_STREAM, 3, 200, "copies");
        name(NAME_STREAM, 3, 300, "uploads");
        writer.stretch(43);
        name(NAME_STREAM, 3, 100, "default");
        name(NAME_AGENT, 7, 400, "trainer");
        name(NAME_QUEUE, 9, 400, "high");
        ObjectNames names = read();
        assertThat(names.stream(3)).isEqualTo("uploads");
        assertThat(names.agent(7)).isEqualTo("trainer");
        assertThat(names.queue(9)).isEqualTo("high");
        assertThat(names.stream(4)).isEmpty();
        assertThat(names.all())
                .containsExactlyInAnyOrder(
                        new ObjectNames.Name(Named.STREAM, 3, "uploads"),
                        new ObjectNames.Name(Named.AGENT, 7, "trainer"),
                        new ObjectNames.Name(Named.QUEUE, 9, "high"));
    }

    @Test
    void aNameOfADeviceIsThatOfItsAgentHoweverItIsGiven() throws IOException {
        writer.agents("""
                0.id=1
                0.complete=1
                1.id=2
                1.hip_device=1
                1.complete=1
                2.id=3
                2.hip_device=0
                2.complete=1
                """);
        writer.stretch(PID);
        name(NAME_DEVICE, 0, 100, "first");
        name(NAME_AGENT, 3, 50, "earlier");
        name(NAME_DEVICE, 1, 100, "second");
        name(NAME_AGENT, 2, 200, "later");
        name(NAME_DEVICE, 2, 100, "nobody's");
        name(NAME_DEVICE, -1, 100, "nobody's");
        ObjectNames names = read();
        assertThat(names.agent(3)).isEqualTo("first");
        assertThat(names.agent(2)).isEqualTo("later");
        assertThat(names.all()).hasSize(2);
    }

    @Test
    void rocTxGoesBeforeJavaAndJavaBeforeTheKernel() throws IOException {
        writer.stretch(PID);
        name(NAME_OS_THREAD, 43, 100, "backgro..hread-1");
        name(NAME_OS_THREAD, 44, 100, "java");
        name(NAME_OS_THREAD, 45, 100, "loader");
        name(NAME_OS_THREAD, 46, 100, "loader");
        name(NAME_JAVA_THREAD, 43, 110, "background thread-1");
        name(NAME_JAVA_THREAD, 44, 110, "main");
        name(NAME_THREAD, 45, 50, "reads files");
        ObjectNames names = read();
        assertThat(names.thread(43)).isEqualTo("background thread-1");
        assertThat(names.thread(44)).isEqualTo("main");
        assertThat(names.thread(45)).isEqualTo("reads files");
        assertThat(names.thread(46)).isEqualTo("loader");
    }

    @Test
    void aNameOfJavasEndsWhenTheKernelHasAnotherOne() throws IOException {
        writer.stretch(PID);
        for (long thread = 43; thread < 45; thread++) {
            name(NAME_OS_THREAD, thread, 100, "a worke..g name");
            name(NAME_JAVA_THREAD, thread, 110, "a worker with a long name");
        }
        name(NAME_OS_THREAD, 43, 120, "a worke..g name");
        name(NAME_OS_THREAD, 44, 120, "renamed in C");
        ObjectNames names = read();
        assertThat(names.thread(43)).isEqualTo("a worker with a long name");
        assertThat(names.thread(44)).isEqualTo("renamed in C");
    }

    @Test
    void theNameOfTheProgramIsNoNameOfAThread() throws IOException {
        writer.properties("command=/usr/bin/python3\\0/home/me/train_all_of_them.py\\0--fast\n");
        writer.stretch(PID);
        name(NAME_OS_THREAD, PID, 100, "python3");
        name(NAME_OS_THREAD, 43, 100, "train_all_of_th");
        name(NAME_OS_THREAD, 44, 100, "--fast");
        ObjectNames names = read();
        assertThat(names.thread(PID)).isEmpty();
        assertThat(names.thread(43)).isEmpty();
        assertThat(names.thread(44)).isEqualTo("--fast");
    }

    @Test
    void namesOfAnotherToolAreReadAgain() throws IOException {
        try (ForeignProcess process = ForeignProcess.create(directory)) {
            process.name(Named.THREAD, 43, "ein Fädchen");
            process.name(Named.STREAM, 1, "s");
            process.finish(Map.of(), List.of(), PID, 1, 2);
        }
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.names().thread(43)).isEqualTo("ein Fädchen");
            assertThat(process.names().stream(1)).isEqualTo("s");
            assertThat(process.problems()).isEmpty();
        }
    }

    @Test
    void aThreadThatOnlyWroteNamesHasNoCounts() throws IOException {
        writer.stretch(PID);
        name(NAME_OS_THREAD, 43, 100, "a");
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.countsByThread()).isEmpty();
        }
    }

    private void name(int of, long id, long nanos, String text) {
        writer.object(KIND_NAME, text, of, id, nanos);
    }

    private ObjectNames read() throws IOException {
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(process.problems()).isEmpty();
            return process.names();
        }
    }
}
