import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/// TickedHost SECONDS: two threads call hipGetDevice, allocate and collect garbage for that time; prints how often.
public final class TickedHost {
    private TickedHost() {}

    public static void main(String[] arguments) throws Throwable {
        SymbolLookup hip = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
        MethodHandle get = Linker.nativeLinker()
                .downcallHandle(
                        hip.findOrThrow("hipGetDevice"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) threads.add(Thread.ofPlatform().start(() -> call(get, end)));
        for (Thread thread : threads) thread.join();
        System.out.println("ended well");
    }

    private static void call(MethodHandle get, long end) {
        MemorySegment device = Arena.global().allocate(ValueLayout.JAVA_INT);
        List<byte[]> garbage = new ArrayList<>();
        try {
            while (System.nanoTime() < end) {
                if ((int) get.invokeExact(device) != 0) throw new IllegalStateException();
                garbage.add(new byte[1 << 12]);
                if (garbage.size() == 1 << 10) garbage.clear();
            }
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
