package io.rocprofiler.cli.run;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts a program and ends as it ended, through C (`rpj_launch.h`).
///
/// The library stays loaded: it holds signal handlers while a program runs.
public final class Launcher {

    /// How the program ended.
    public sealed interface End {
        /// The program exited with a code.
        ///
        /// @param pid the program's process
        record Exited(int code, int pid) implements End {}

        /// A signal ended the program.
        record Signaled(int number, int pid) implements End {}

        /// The program did not start.
        ///
        /// @param errno Linux's error number
        record NotStarted(int errno) implements End {}
    }

    private static final int EXITED = 0; // enum rpj_end
    private static final int SIGNALED = 1;
    private static final long RESULT_SIZE = 16; // struct rpj_result: end, value, pid, dumped

    private static final int LONGEST_PATH = 4096; // Linux

    private final SymbolLookup symbols;
    private final MethodHandle launch;

    /// Calls all functions but one, each of which takes one pointer: linking another signature takes as long as the
    /// rest of this constructor.
    private final MethodHandle simple;

    private boolean ran;

    Launcher(Path library) {
        symbols = SymbolLookup.libraryLookup(library, Arena.global());
        Linker linker = Linker.nativeLinker();
        // int rpj_launch(const char* file, char* const* argv, const char* const* edits, struct rpj_result* result)
        launch = linker.downcallHandle(
                symbols.findOrThrow("rpj_launch"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        // int rpj_…(void* argument)
        simple = linker.downcallHandle(FunctionDescriptor.of(JAVA_INT, ADDRESS));
    }

    private int call(String function, MemorySegment argument) {
        try {
            return (int) simple.invokeExact(symbols.findOrThrow(function), argument);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a C function threw", e);
        }
    }

    /// Tells the library that this process belongs to a front, which then launches programs in its place.
    void join(FrontProcess.Ends ends) {
        try (Arena arena = Arena.ofConfined()) {
            call("rpj_join_front", arena.allocateFrom(JAVA_INT, ends.control(), ends.out(), ends.error()));
        }
    }

    /// Makes the exit code of this process the command's.
    void verdict() {
        call("rpj_verdict", MemorySegment.NULL);
    }

    /// Returns the run's directory after the last launch: empty if it was removed, null if unknown.
    @Nullable
    String place() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocate(LONGEST_PATH);
            return call("rpj_place", path) == 0 ? null : path.getString(0);
        }
    }

    /// Whether the dynamic linker can load a library.
    public boolean loads(String library) {
        try (Arena arena = Arena.ofConfined()) {
            return call("rpj_loads", arena.allocateFrom(library)) != 0;
        }
    }

    /// Whether a launch was attempted.
    boolean hasRun() {
        return ran;
    }

    /// Runs the program and returns when it has ended. One run at a time.
    ///
    /// @param edits `NAME=VALUE` sets a variable for the program, `NAME` removes it
    public End run(ProgramArguments arguments, List<String> edits) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment argv = array(arena, arguments.raw());
            MemorySegment changes = array(
                    arena,
                    edits.stream()
                            .map(edit -> edit.getBytes(StandardCharsets.UTF_8))
                            .toList());
            MemorySegment result = arena.allocate(RESULT_SIZE, Integer.BYTES);
            int errno = (int) launch.invokeExact(argv.get(ADDRESS, 0), argv, changes, result);
            ran = true;
            return errno == 0 ? end(result) : new End.NotStarted(errno);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a C function threw", e);
        }
    }

    private static End end(MemorySegment result) {
        int value = result.get(JAVA_INT, 4);
        int pid = result.get(JAVA_INT, 8);
        return switch (result.get(JAVA_INT, 0)) {
            case EXITED -> new End.Exited(value, pid);
            case SIGNALED -> new End.Signaled(value, pid);
            default -> new End.NotStarted(value);
        };
    }

    /// Builds a NULL-terminated array of C strings.
    private static MemorySegment array(Arena arena, List<byte[]> strings) {
        MemorySegment array = arena.allocate(ADDRESS, strings.size() + 1L);
        for (int i = 0; i < strings.size(); i++) {
            byte[] bytes = strings.get(i);
            MemorySegment string = arena.allocate(bytes.length + 1L);
            MemorySegment.copy(bytes, 0, string, JAVA_BYTE, 0, bytes.length);
            array.setAtIndex(ADDRESS, i, string);
        }
        return array;
    }

    /// Ends this process by a signal. Does not return.
    void dieBy(int signal) {
        try (Arena arena = Arena.ofConfined()) {
            call("rpj_die_by", arena.allocateFrom(JAVA_INT, signal));
        }
    }
}
