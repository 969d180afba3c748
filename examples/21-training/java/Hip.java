import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// What the program needs of HIP, and kernels that are Java methods, as the software GPU has them.
final class Hip {
    static final int HOST_TO_DEVICE = 1;
    static final int DEVICE_TO_HOST = 2;

    private static final StructLayout DIM3 = MemoryLayout.structLayout(JAVA_INT, JAVA_INT, JAVA_INT);
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
    private static final MethodHandle MALLOC = function("hipMalloc", ADDRESS, JAVA_LONG);
    private static final MethodHandle FREE = function("hipFree", ADDRESS);
    private static final MethodHandle STREAM_CREATE = function("hipStreamCreate", ADDRESS);
    private static final MethodHandle STREAM_SYNCHRONIZE = function("hipStreamSynchronize", ADDRESS);
    private static final MethodHandle STREAM_DESTROY = function("hipStreamDestroy", ADDRESS);
    private static final MethodHandle COPY = function("hipMemcpyAsync", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS);
    private static final MethodHandle LAUNCH =
            function("hipLaunchKernel", ADDRESS, DIM3, DIM3, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle REGISTER = function("softgpu_register_kernel", ADDRESS, ADDRESS);

    private Hip() {}

    static MemorySegment malloc(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            call(MALLOC, pointer, bytes);
            return pointer.get(ADDRESS, 0);
        }
    }

    static void free(MemorySegment memory) {
        call(FREE, memory);
    }

    static MemorySegment stream() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stream = arena.allocate(ADDRESS);
            call(STREAM_CREATE, stream);
            return stream.get(ADDRESS, 0);
        }
    }

    static void synchronize(MemorySegment stream) {
        call(STREAM_SYNCHRONIZE, stream);
    }

    static void destroy(MemorySegment stream) {
        call(STREAM_DESTROY, stream);
    }

    static void copy(MemorySegment to, MemorySegment from, long bytes, int kind, MemorySegment stream) {
        call(COPY, to, from, bytes, kind, stream);
    }

    /// A kernel of one work-item whose arguments are pointers.
    static void launch(MemorySegment kernel, MemorySegment stream, MemorySegment... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointers = arena.allocate(ADDRESS, arguments.length);
            for (int i = 0; i < arguments.length; i++)
                pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(ADDRESS, arguments[i]));
            MemorySegment one = arena.allocate(DIM3);
            for (int i = 0; i < 3; i++) one.setAtIndex(JAVA_INT, i, 1);
            call(LAUNCH, kernel, one, one, pointers, 0L, stream); // HIP copies the arguments
        }
    }

    /// Returns a kernel: a static method of two pointers, the work-group and the arguments' addresses.
    static MemorySegment kernel(MethodHandles.Lookup lookup, String method) throws ReflectiveOperationException {
        MethodHandle target = lookup.findStatic(
                lookup.lookupClass(),
                method,
                MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class));
        MemorySegment kernel = LINKER.upcallStub(target, FunctionDescriptor.ofVoid(ADDRESS, ADDRESS), Arena.global());
        call(REGISTER, kernel, Arena.global().allocateFrom(method));
        return kernel;
    }

    private static void call(MethodHandle function, Object... arguments) {
        try {
            int status = (int) function.invokeWithArguments(arguments);
            if (status != 0) throw new IllegalStateException("HIP error " + status);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static MethodHandle function(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(LIBRARY.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }
}
