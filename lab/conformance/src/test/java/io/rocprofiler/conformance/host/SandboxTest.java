package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that is denied a system call behaves as it does untraced, and there is either a complete trace or
/// one line.
final class SandboxTest {
    private static final int MARKS = 1_001;
    private static final int DONE = 7;

    private static final String EPERM = "1";
    private static final String ENOSYS = "38";

    /// The numbers in `/usr/include/asm/unistd_64.h` of the system calls of a traced run, except `write`, without
    /// which nothing can be reported, and `rt_sigreturn`, without which no handler returns.
    private enum Call {
        READ(0),
        STAT(4),
        FSTAT(5),
        LSEEK(8),
        MMAP(9),
        MPROTECT(10),
        MUNMAP(11),
        BRK(12),
        RT_SIGACTION(13),
        RT_SIGPROCMASK(14),
        IOCTL(16),
        PREAD64(17),
        PWRITE64(18),
        ACCESS(21),
        SCHED_YIELD(24),
        MINCORE(27),
        MADVISE(28),
        GETPID(39),
        SOCKET(41),
        CONNECT(42),
        CLONE(56),
        FORK(57),
        VFORK(58),
        EXECVE(59),
        UNAME(63),
        FCNTL(72),
        GETCWD(79),
        MKDIR(83),
        READLINK(89),
        SYSINFO(99),
        GETUID(102),
        RT_SIGPENDING(127),
        STATFS(137),
        PRCTL(157),
        GETTID(186),
        FUTEX(202),
        SCHED_GETAFFINITY(204),
        GETDENTS64(217),
        OPENAT(257),
        NEWFSTATAT(262),
        SET_ROBUST_LIST(273),
        PRLIMIT64(302),
        PROCESS_VM_READV(310),
        GETRANDOM(318),
        STATX(332),
        RSEQ(334),
        CLONE3(435);

        final int number;

        Call(int number) {
            this.number = number;
        }
    }

    /// Without these no thread or no JVM can be created.
    private static final List<Call> DECISIVE =
            List.of(Call.STAT, Call.BRK, Call.CLONE3, Call.FUTEX, Call.SCHED_GETAFFINITY, Call.RSEQ);

    /// Without it the loader cannot open libraries, so our library cannot report anything.
    private static final EnumSet<Call> NO_LIBRARIES = EnumSet.of(Call.NEWFSTATAT);

    private static final List<Call> LATER = List.of(
            Call.READ,
            Call.STAT,
            Call.FSTAT,
            Call.LSEEK,
            Call.MMAP,
            Call.MPROTECT,
            Call.MUNMAP,
            Call.BRK,
            Call.RT_SIGPROCMASK,
            Call.PREAD64,
            Call.PWRITE64,
            Call.SCHED_YIELD,
            Call.MADVISE,
            Call.GETPID,
            Call.CLONE,
            Call.FCNTL,
            Call.PRCTL,
            Call.GETTID,
            Call.SCHED_GETAFFINITY,
            Call.OPENAT,
            Call.NEWFSTATAT,
            Call.RSEQ,
            Call.CLONE3);

    private final Run convert =
            Run.command(Product.file("bin/rocprofv3"), "convert", "records", "-f", "csv", "-d", "out", "-o", "trace");

    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    @ParameterizedTest
    @ValueSource(strings = {"before", "start"})
    void forbidden_is_a_call_and_the_program_is_traced_or_a_line_says_why_not(String when) {
        for (Call call : when.equals("before") ? EnumSet.complementOf(NO_LIBRARIES) : EnumSet.copyOf(DECISIVE))
            run(when, call.number, EPERM);
        for (Call call : DECISIVE) run(when, call.number, ENOSYS);
        check();
    }

    /// Excludes the calls without which the threads of a JVM cannot wait for each other.
    @Test
    void forbidden_is_a_call_after_the_first_mark() {
        for (Call call : LATER) run("after", call.number, EPERM);
        check();
    }

    /// Our code creates no threads or processes any more, not even at the end.
    @Test
    void what_makes_threads_and_processes_ends_the_process_after_the_first_mark() {
        for (Call call : List.of(Call.CLONE, Call.FORK, Call.VFORK, Call.EXECVE, Call.CLONE3))
            run("after", call.number, "kill");
        check();
    }

    private void run(String when, int number, String answer) {
        String[] command = {Product.client("sandboxed"), when, Integer.toString(number), answer};
        Outcome untraced = Run.command(command).onSoftgpu().go();
        assumeTrue(untraced.status() != 77, "this kernel has no filters");
        Outcome traced = Run.command(command)
                .onSoftgpu()
                .collecting(convert.folder().resolve("records"), "MARKER_API")
                .go();
        String name = when + "-" + number + "-" + answer;
        assertThat(traced.out()).as("%s: %s", name, traced.err()).isEqualTo(untraced.out());
        assertThat(traced.status()).as("%s: %s", name, traced.err()).isEqualTo(untraced.status());
        if (untraced.status() == DONE) outcomes.put(name, traced);
    }

    /// Checks the programs that came to their end.
    private void check() {
        assertThat(convert.go().status()).isZero();
        Map<String, Long> marks = Trace.read("csv", convert.folder().resolve("out")).stream()
                .collect(Collectors.groupingBy(Event::function, Collectors.counting()));
        outcomes.forEach((name, outcome) -> {
            if (outcome.err().isEmpty()) assertThat(marks.get(name)).as(name).isEqualTo(MARKS);
            else
                assertThat(outcome.errLines())
                        .as(name)
                        .singleElement()
                        .asString()
                        .startsWith("rocprof");
        });
        assertThat(outcomes).isNotEmpty();
    }
}
