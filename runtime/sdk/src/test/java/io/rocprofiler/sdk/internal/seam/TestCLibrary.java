package io.rocprofiler.sdk.internal.seam;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The C library of the test's own process, whose functions a test may answer instead.
public class TestCLibrary implements CLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MethodHandle CALL =
            LINKER.downcallHandle(FunctionDescriptor.of(LONG, LONG, LONG, LONG), Linker.Option.firstVariadicArg(1));

    @Override
    public long find(String function) {
        return LINKER.defaultLookup().findOrThrow(function).address();
    }

    @Override
    public long call(long function, long a0, long a1, long a2) {
        try {
            return (long) CALL.invokeExact(MemorySegment.ofAddress(function), a0, a1, a2);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
