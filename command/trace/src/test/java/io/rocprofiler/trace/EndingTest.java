package io.rocprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndingTest {

    private static final String HERE = "hostname=here\nboot_id=boot\npid_namespace=pid:[1]\nstart_ticks=70\n";

    @TempDir
    Path directory;

    private Path proc;

    @BeforeEach
    void machine() throws IOException {
        proc = directory.resolve("proc");
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.createDirectories(proc.resolve("self/ns"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot\n");
        Files.writeString(proc.resolve("sys/kernel/hostname"), "here\n");
        Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[1]"));
    }

    @Test
    void aClosedSegmentIsThatOfAProcessThatFinished() throws IOException {
        assertThat(ending(process(5, 1, SegmentConstants.STATE_CLOSED, HERE))).isEqualTo(Ending.FINISHED);
    }

    @Test
    void aProcessThatHasItsSegmentInItsMemoryRuns() throws IOException {
        Path process = process(5, 1, SegmentConstants.STATE_OPEN, HERE);
        mapped(5, process);
        assertThat(ending(process)).isEqualTo(Ending.RUNNING);
    }

    @Test
    void anotherProcessOfTheSameNumberIsNotIt() throws IOException {
        Path process = process(5, 1, SegmentConstants.STATE_OPEN, HERE);
        mapped(5, process(5, 2, SegmentConstants.STATE_OPEN, HERE));
        assertThat(ending(process)).isEqualTo(Ending.UNFINISHED);
    }

    @Test
    void aProcessThatIsNotThereAnyMoreWasEnded() throws IOException {
        assertThat(ending(process(5, 1, SegmentConstants.STATE_OPEN, HERE))).isEqualTo(Ending.UNFINISHED);
    }

    @Test
    void ofAnotherMachineOrContainerNobodyHereKnows() throws IOException {
        String machine = "hostname=there\nboot_id=other\npid_namespace=pid:[1]\n";
        String container = "hostname=there\nboot_id=boot\npid_namespace=pid:[2]\n";
        assertThat(ending(process(5, 1, SegmentConstants.STATE_OPEN, machine))).isEqualTo(Ending.ELSEWHERE);
        assertThat(ending(process(6, 1, SegmentConstants.STATE_OPEN, container)))
                .isEqualTo(Ending.ELSEWHERE);
    }

    @Test
    void aProcessRanHereIfTheMachineHasNotBeenStartedSince() throws IOException {
        Path here = process(5, 1, SegmentConstants.STATE_CLOSED, HERE);
        Path before = process(6, 1, SegmentConstants.STATE_CLOSED, HERE.replace("boot_id=boot", "boot_id=before"));
        Path unknown = process(7, 1, SegmentConstants.STATE_CLOSED, "");
        assertThat(Ending.ranHere(here, proc)).isTrue();
        assertThat(Ending.ranHere(before, proc)).isFalse();
        assertThat(Ending.ranHere(unknown, proc)).isTrue();
    }

    @Test
    void whatRanBeforeThisMachineWasStartedHasEnded() throws IOException {
        String before = "hostname=here\nboot_id=before\npid_namespace=pid:[1]\n";
        assertThat(ending(process(5, 1, SegmentConstants.STATE_OPEN, before))).isEqualTo(Ending.UNFINISHED);
    }

    @Test
    void aProgramThatExecutesItselfIsReplacedByTheNextProcessOfItsNumber() throws IOException {
        process(5, 1, SegmentConstants.STATE_OPEN, HERE);
        process(5, 2, SegmentConstants.STATE_OPEN, HERE);
        process(5, 3, SegmentConstants.STATE_CLOSED, HERE.replace("=70", "=71"));
        try (Run run = Run.open(directory)) {
            List<ProcessTrace> processes = run.processes();
            assertThat(processes)
                    .extracting(process -> Ending.of(process, processes, proc))
                    .containsExactly(Ending.REPLACED, Ending.UNFINISHED, Ending.FINISHED);
        }
    }

    @Test
    void aProcessThatHasItsSegmentInItsMemoryMayWriteWhateverTheSegmentSays() throws IOException {
        Path closed = process(5, 1, SegmentConstants.STATE_CLOSED, HERE);
        Path open = process(6, 1, SegmentConstants.STATE_OPEN, HERE);
        assertThat(Ending.hasEnded(closed, proc)).isTrue();
        assertThat(Ending.hasEnded(open, proc)).isTrue();
        mapped(5, closed);
        mapped(6, open);
        assertThat(Ending.hasEnded(closed, proc)).isFalse();
        assertThat(Ending.hasEnded(open, proc)).isFalse();
    }

    @Test
    void ofAProcessElsewhereOnlyAClosedSegmentSaysThatItHasEnded() throws IOException {
        String machine = "hostname=there\nboot_id=other\n";
        assertThat(Ending.hasEnded(process(5, 1, SegmentConstants.STATE_CLOSED, machine), proc))
                .isTrue();
        assertThat(Ending.hasEnded(process(6, 1, SegmentConstants.STATE_OPEN, machine), proc))
                .isFalse();
    }

    /// Writes the files of a process that began at `start`.
    private Path process(long pid, long start, long state, String properties) throws IOException {
        SegmentWriter writer =
                new SegmentWriter(pid).header(SegmentHeader.BOOTTIME_NS, start).header(SegmentHeader.STATE, state);
        Path process = Files.createDirectory(directory.resolve(pid + "-" + start));
        Files.write(process.resolve(SegmentConstants.SEGMENT_FILE), writer.toBytes());
        Files.writeString(
                process.resolve(SegmentConstants.PROPERTIES_FILE),
                "pid=" + pid + "\nstart_boottime_ns=" + start + "\n" + properties);
        return process;
    }

    private Ending ending(Path process) {
        try (ProcessTrace trace = ProcessTrace.open(process)) {
            return Ending.of(trace, List.of(), proc);
        }
    }

    private void mapped(long pid, Path process) throws IOException {
        Path segment = process.resolve(SegmentConstants.SEGMENT_FILE);
        Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                proc.resolve(pid + "/maps"),
                "7f00-7f01 rw-s 00001000 08:01 " + Files.getAttribute(segment, "unix:ino") + "      " + segment + "\n");
    }
}
