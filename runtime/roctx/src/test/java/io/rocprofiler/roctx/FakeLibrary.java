package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// A ROC-TX library that logs its calls, with C's levels and ids.
final class FakeLibrary implements AutoCloseable {
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodType TYPE = MethodType.methodType(long.class, long.class, long.class);

    final Markers markers;
    final List<String> calls = new ArrayList<>();
    final List<Long> messages = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment words = arena.allocate(ValueLayout.JAVA_LONG, 16);
    private long lastId;

    FakeLibrary() {
        markers = new Markers(new Library(watch(), Functions.find(this::stub), new Strings(arena)));
        listen(true);
    }

    void listen(boolean on) {
        words.set(ValueLayout.JAVA_LONG, 0, on ? 1 : 0);
    }

    /// Returns a watch without a tracer, with untraced slots and complete registration.
    private Watch watch() {
        MemorySegment slots = words.asSlice(Long.BYTES, 14 * Long.BYTES);
        return new Watch(words, slots, slots, words.asSlice(15 * Long.BYTES), -1);
    }

    @Override
    public void close() {
        arena.close();
    }

    /// Returns the calls since the last invocation.
    synchronized List<String> take() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    private long stub(String function) {
        try {
            MethodHandle target = MethodHandles.lookup()
                    .findVirtual(
                            FakeLibrary.class,
                            "call",
                            MethodType.methodType(long.class, String.class, long.class, long.class));
            MethodHandle bound = MethodHandles.insertArguments(target, 0, this, function);
            return Linker.nativeLinker()
                    .upcallStub(bound.asType(TYPE), SHAPE, arena)
                    .address();
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(function, impossible);
        }
    }

    @SuppressWarnings("unused") // called through the stubs
    synchronized long call(String function, long a0, long a1) {
        switch (function) {
            case "roctxRangePop" -> calls.add("pop");
            case "roctxRangeStop" -> calls.add("stop " + a0);
            case "roctxProfilerPause" -> calls.add("pause " + a0);
            case "roctxProfilerResume" -> calls.add("resume " + a0);
            case "roctxGetThreadId" -> at(a0).set(ValueLayout.JAVA_LONG, 0, 77);
            case "roctxNameHipDevice" -> calls.add("device " + (int) a1 + " " + text(a0));
            case "roctxNameHipStream" -> calls.add("stream " + a1 + " " + text(a0));
            case "roctxNameHsaAgent" -> calls.add("agent " + at(a1).get(ValueLayout.JAVA_LONG, 0) + " " + text(a0));
            case "roctxNameOsThread" -> calls.add("thread " + text(a0));
            case "roctxRangeStartA" -> {
                calls.add("start " + text(a0));
                return ++lastId;
            }
            default -> calls.add(("roctxMarkA".equals(function) ? "mark " : "push ") + text(a0));
        }
        return 0;
    }

    private String text(long address) {
        messages.add(address);
        return address == 0 ? "null" : at(address).getString(0);
    }

    private static MemorySegment at(long address) {
        return MemorySegment.ofAddress(address).reinterpret(1 << 16);
    }
}
