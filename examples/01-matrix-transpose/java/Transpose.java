import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.AddressLayout;
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

/// The matrix transpose of `../transpose.c` as a Java program: it calls HIP and ROC-TX through `java.lang.foreign`,
/// and its kernel is a Java method. A real GPU cannot run a Java method, so this program is for the software GPU:
///
/// ```
/// softgpu java --enable-native-access=ALL-UNNAMED Transpose.java [ROWS [ROUNDS]]
/// ```
public final class Transpose {
    private static final int TILE = 16;
    private static final int STREAMS = 2;
    private static final int HOST_TO_DEVICE = 1;
    private static final int DEVICE_TO_HOST = 2;

    /// `struct { uint32_t x, y, z; }`, passed by value.
    private static final StructLayout DIM3 =
            MemoryLayout.structLayout(JAVA_INT.withName("x"), JAVA_INT.withName("y"), JAVA_INT.withName("z"));

    /// `softgpu_workgroup`: grid, block and group (each three `uint32_t`), then fields that this kernel does
    /// not need.
    private static final long BLOCK = 12;

    private static final long GROUP = 24;

    private static final AddressLayout MEMORY = ADDRESS.withTargetLayout(
            MemoryLayout.sequenceLayout(Long.MAX_VALUE / 8, java.lang.foreign.ValueLayout.JAVA_BYTE));

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Arena LIBRARIES = Arena.global();
    private static final SymbolLookup HIP = library("libamdhip64.so.7");
    private static final SymbolLookup ROCTX = library("librocprofiler-sdk-roctx.so.1");

    private static final MethodHandle STREAM_CREATE = hip("hipStreamCreate", ADDRESS);
    private static final MethodHandle STREAM_SYNCHRONIZE = hip("hipStreamSynchronize", ADDRESS);
    private static final MethodHandle STREAM_DESTROY = hip("hipStreamDestroy", ADDRESS);
    private static final MethodHandle MALLOC = hip("hipMalloc", ADDRESS, JAVA_LONG);
    private static final MethodHandle FREE = hip("hipFree", ADDRESS);
    private static final MethodHandle MEMCPY_ASYNC =
            hip("hipMemcpyAsync", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS);
    private static final MethodHandle LAUNCH_KERNEL =
            hip("hipLaunchKernel", ADDRESS, DIM3, DIM3, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle RANGE_PUSH = roctx("roctxRangePushA", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final MethodHandle RANGE_POP = roctx("roctxRangePop", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle MARK = roctx("roctxMarkA", FunctionDescriptor.ofVoid(ADDRESS));

    public static void main(String[] args) throws Throwable {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 512;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        long wrong = 0;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment kernel = kernel(arena);
            push(arena, "setup");
            Lane[] lanes = {Lane.open(arena, rows), Lane.open(arena, rows)};
            pop();
            for (int round = 0; round < rounds; round++) {
                push(arena, "round");
                for (int i = 0; i < STREAMS; i++) {
                    lanes[i].fill(round * STREAMS + i);
                    lanes[i].queue(arena, kernel);
                }
                MARK.invokeExact(arena.allocateFrom("queued"));
                for (Lane lane : lanes) {
                    wrong += lane.finish();
                }
                pop();
            }
            for (Lane lane : lanes) {
                lane.close();
            }
        }
        System.out.printf(
                "%s: %d transposes of %dx%d on %d streams by a Java kernel, %d wrong elements%n",
                wrong == 0 ? "PASSED" : "FAILED", rounds * STREAMS, rows, rows, STREAMS, wrong);
        System.exit(wrong == 0 ? 0 : 1);
    }

    /// `void transpose(const softgpu_workgroup *wg, void **args)`: the runtime calls it once per work-group, on one
    /// of its threads.
    private static void transpose(MemorySegment workGroup, MemorySegment args) {
        MemorySegment out = argument(args, 0).get(MEMORY, 0);
        MemorySegment in = argument(args, 1).get(MEMORY, 0);
        int rows = argument(args, 2).get(JAVA_INT, 0);
        int width = workGroup.get(JAVA_INT, BLOCK);
        int firstColumn = workGroup.get(JAVA_INT, GROUP) * width;
        int firstRow = workGroup.get(JAVA_INT, GROUP + 4) * width;
        for (int row = firstRow; row < Math.min(firstRow + width, rows); row++) {
            for (int column = firstColumn; column < Math.min(firstColumn + width, rows); column++) {
                out.setAtIndex(
                        JAVA_FLOAT, (long) column * rows + row, in.getAtIndex(JAVA_FLOAT, (long) row * rows + column));
            }
        }
    }

    private static MemorySegment argument(MemorySegment args, int index) {
        return args.getAtIndex(MEMORY, index);
    }

    private static MemorySegment kernel(Arena arena) throws ReflectiveOperationException {
        MethodHandle target = MethodHandles.lookup()
                .findStatic(
                        Transpose.class,
                        "transpose",
                        MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class));
        MemorySegment stub = LINKER.upcallStub(target, FunctionDescriptor.ofVoid(MEMORY, MEMORY), arena);
        HIP.find("softgpu_register_kernel").ifPresent(register -> name(register, stub, arena));
        return stub;
    }

    private static void name(MemorySegment register, MemorySegment stub, Arena arena) {
        try {
            int failed = (int) LINKER.downcallHandle(register, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS))
                    .invokeExact(stub, arena.allocateFrom("transpose"));
            if (failed != 0) {
                System.err.println("transpose: the kernel keeps its address for a name");
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void push(Arena arena, String message) throws Throwable {
        int depth = (int) RANGE_PUSH.invokeExact(arena.allocateFrom(message));
    }

    private static void pop() throws Throwable {
        int depth = (int) RANGE_POP.invokeExact();
    }

    /// One stream and the matrices that travel on it.
    private record Lane(
            int rows,
            MemorySegment stream,
            MemorySegment in,
            MemorySegment out,
            MemorySegment deviceIn,
            MemorySegment deviceOut) {

        static Lane open(Arena arena, int rows) throws Throwable {
            long bytes = (long) rows * rows * Float.BYTES;
            MemorySegment stream = arena.allocate(ADDRESS);
            check((int) STREAM_CREATE.invokeExact(stream));
            return new Lane(
                    rows,
                    stream.get(ADDRESS, 0),
                    arena.allocate(bytes, 64),
                    arena.allocate(bytes, 64),
                    malloc(arena, bytes),
                    malloc(arena, bytes));
        }

        private static MemorySegment malloc(Arena arena, long bytes) throws Throwable {
            MemorySegment pointer = arena.allocate(ADDRESS);
            check((int) MALLOC.invokeExact(pointer, bytes));
            return pointer.get(ADDRESS, 0);
        }

        void fill(int seed) {
            for (long i = 0; i < (long) rows * rows; i++) {
                in.setAtIndex(JAVA_FLOAT, i, (i * 7 + seed) % 65521);
            }
        }

        /// Queues upload, kernel and download, and returns at once.
        void queue(Arena arena, MemorySegment kernel) throws Throwable {
            check((int) MEMCPY_ASYNC.invokeExact(deviceIn, in, in.byteSize(), HOST_TO_DEVICE, stream));
            int tiles = (rows + TILE - 1) / TILE;
            MemorySegment args = arena.allocate(ADDRESS, 3);
            args.setAtIndex(ADDRESS, 0, arena.allocateFrom(ADDRESS, deviceOut));
            args.setAtIndex(ADDRESS, 1, arena.allocateFrom(ADDRESS, deviceIn));
            args.setAtIndex(ADDRESS, 2, arena.allocateFrom(JAVA_LONG, rows));
            check((int) LAUNCH_KERNEL.invokeExact(kernel, dim3(arena, tiles), dim3(arena, TILE), args, 0L, stream));
            check((int) MEMCPY_ASYNC.invokeExact(out, deviceOut, out.byteSize(), DEVICE_TO_HOST, stream));
        }

        /// Waits for the stream and returns the number of wrong elements.
        long finish() throws Throwable {
            check((int) STREAM_SYNCHRONIZE.invokeExact(stream));
            long wrong = 0;
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < rows; column++) {
                    float expected = in.getAtIndex(JAVA_FLOAT, (long) row * rows + column);
                    wrong += out.getAtIndex(JAVA_FLOAT, (long) column * rows + row) == expected ? 0 : 1;
                }
            }
            return wrong;
        }

        void close() throws Throwable {
            check((int) FREE.invokeExact(deviceIn));
            check((int) FREE.invokeExact(deviceOut));
            check((int) STREAM_DESTROY.invokeExact(stream));
        }

        private static MemorySegment dim3(Arena arena, int width) {
            MemorySegment dim3 = arena.allocate(DIM3);
            dim3.setAtIndex(JAVA_INT, 0, width);
            dim3.setAtIndex(JAVA_INT, 1, width);
            dim3.setAtIndex(JAVA_INT, 2, 1);
            return dim3;
        }
    }

    private static void check(int hipError) {
        if (hipError != 0) {
            System.err.println("transpose: HIP error " + hipError);
            System.exit(1);
        }
    }

    private static SymbolLookup library(String name) {
        try {
            return SymbolLookup.libraryLookup(name, LIBRARIES);
        } catch (IllegalArgumentException e) {
            System.err.println("transpose: " + name + " not found; run it under the software GPU: softgpu java ...");
            System.exit(1);
            throw e;
        }
    }

    private static MethodHandle hip(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(HIP.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static MethodHandle roctx(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(ROCTX.findOrThrow(name), shape);
    }
}
