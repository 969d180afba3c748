package io.rocprofiler.trace.segment;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.Charset;
import java.nio.file.Path;

/// Asks the system where a file has data and where only holes, which Java cannot.
final class DataPlaces {

    /// Only holes follow.
    static final long NONE = -1;

    private static final int SEEK_DATA = 3; // `unistd.h` of Linux
    private static final int ENXIO = 6; // no data, or the file ends before that place
    private static final int READ_CLOSING_ON_EXEC = 0x80000; // O_RDONLY | O_CLOEXEC

    /// What the JVM makes bytes of paths with.
    private static final Charset PATHS = Charset.forName(
            System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /// `int open(const char* path, int flags, ...)`
    private static final MethodHandle OPEN = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
            Linker.Option.firstVariadicArg(2));

    /// `off_t lseek(int file, off_t offset, int whence)`
    private static final MethodHandle LSEEK = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("lseek"),
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT),
            Linker.Option.captureCallState("errno"));

    /// `int close(int file)`
    private static final MethodHandle CLOSE = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private DataPlaces() {}

    /// Returns the first place from `from` on at which a file has data: `from` where its file system cannot tell, or
    /// the file cannot be opened.
    static long next(Path file, long from) {
        try (Arena arena = Arena.ofConfined()) {
            int opened = (int) OPEN.invokeExact(arena.allocateFrom(file.toString(), PATHS), READ_CLOSING_ON_EXEC);
            if (opened < 0) {
                return from;
            }
            MemorySegment state = arena.allocate(STATE);
            long data = (long) LSEEK.invokeExact(state, opened, from, SEEK_DATA);
            int _ = (int) CLOSE.invokeExact(opened);
            if (data >= 0) {
                return data;
            }
            return (int) ERRNO.get(state, 0L) == ENXIO ? NONE : from;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
