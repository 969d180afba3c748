package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeExternal;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.io.File;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// External correlation ids: numbers that tools attach to threads, a stack per thread and context.
///
/// The stacks are on the Java heap; the top of each is published in native memory that the thread block points to,
/// so that a traced call reads it without entering Java. A thread with an empty stack has the value that the main
/// thread pushed last, in whichever context, as in AMD's implementation. Until a value is pushed or a tool
/// registers a request, a traced call costs one flag test.
///
/// Thread rule: any thread; one lock, held for memory writes only.
public final class ExternalIds {
    private static final int FIRST_CONTEXTS = 16;

    private static final long USED = NativeConstants.EXTERNAL_OF_THREADS;
    private static final long USED_BY_VIRTUAL = NativeConstants.EXTERNAL_OF_VIRTUAL;

    private static final String TASKS = "/proc/self/task";

    private static final HashMap<Long, Stacks> STACKS = new HashMap<>();

    private ExternalIds() {}

    /// The stacks of one thread block, by the context's index.
    private static final class Stacks {
        private long published;
        private int capacity;
        private final ArrayList<@Nullable List<Long>> byContext = new ArrayList<>();

        /// Returns the stack of a context, with room for its top in native memory.
        List<Long> of(int context, long block) {
            while (byContext.size() <= context) byContext.add(null);
            List<Long> stack = byContext.get(context);
            if (stack == null) {
                stack = new ArrayList<>();
                byContext.set(context, stack);
            }
            if (context >= capacity) grow(context, block);
            return stack;
        }

        /// Allocates a new array: a traced call may be reading the old one, which stays unchanged.
        private void grow(int context, long block) {
            int larger = Math.max(FIRST_CONTEXTS, Math.max(2 * capacity, context + 1));
            long array = Arena.global()
                    .allocate((long) larger * NativeExternal.SIZEOF, Long.BYTES)
                    .address();
            if (capacity != 0) Memory.copy(published, array, (long) capacity * NativeExternal.SIZEOF);
            published = array;
            capacity = larger;
            Memory.putLongRelease(block + NativeThread.EXTERNAL, array);
        }

        void publish(int context, List<Long> stack) {
            long entry = published + (long) context * NativeExternal.SIZEOF;
            if (!stack.isEmpty()) Memory.putLong(entry + NativeExternal.TOP, stack.get(stack.size() - 1));
            Memory.putLongRelease(entry + NativeExternal.DEPTH, stack.size());
        }

        /// Whether the block now belongs to another thread, or to one without pushed values.
        boolean isOutdated(long block) {
            return Memory.getLong(block + NativeThread.EXTERNAL) != published;
        }
    }

    /// Pushes a value onto a thread's stack. @param context null if the handle is unknown
    public static Status push(@Nullable TracingContext context, long threadId, long value) {
        if (!isThread(threadId)) return Status.ERROR_INVALID_ARGUMENT;
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        return put(context, threadId, value) ? Status.SUCCESS : Status.ERROR_OUT_OF_RESOURCES;
    }

    /// Pushes as [#push] does, for a thread that is known to exist. Returns false if there is no room for
    /// another thread.
    public static boolean put(TracingContext context, long threadId, long value) {
        synchronized (STACKS) {
            long block = Native.threadBlockOf(threadId);
            if (block == 0) return false;
            Stacks stacks = stacks(block);
            List<Long> stack = stacks.of(context.index(), block);
            stack.add(value);
            stacks.publish(context.index(), stack);
            if (isMain(threadId)) Native.linked(NativeLink.EXTERNAL_DEFAULT, value);
            inUse();
        }
        return true;
    }

    /// Pops the top off a stack; the value is 0 if the stack is empty.
    ///
    /// @param result address of a word for the value, or 0
    public static Status pop(@Nullable TracingContext context, long threadId, long result) {
        if (!isThread(threadId)) return Status.ERROR_INVALID_ARGUMENT;
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        long value = take(context, threadId);
        if (result != 0) Memory.putLong(result, value);
        return Status.SUCCESS;
    }

    /// Pops the top off a stack and returns it, or 0 if the stack is empty.
    public static long take(TracingContext context, long threadId) {
        synchronized (STACKS) {
            long block = Native.threadBlockOf(threadId);
            if (block == 0) return 0;
            Stacks stacks = stacks(block);
            List<Long> stack = stacks.of(context.index(), block);
            if (stack.isEmpty()) return 0;
            long value = stack.remove(stack.size() - 1);
            stacks.publish(context.index(), stack);
            if (isMain(threadId))
                Native.linked(NativeLink.EXTERNAL_DEFAULT, stack.isEmpty() ? 0 : stack.get(stack.size() - 1));
            return value;
        }
    }

    /// Whether a thread of this process can have that id. AMD's test is the first, that the main thread's is the
    /// lowest; it is not once the kernel has started over with low ids, at `/proc/sys/kernel/pid_max`.
    public static boolean isThread(long threadId) {
        return threadId >= ProcessHandle.current().pid() || new File(TASKS, Long.toString(threadId)).exists();
    }

    private static Stacks stacks(long block) {
        Stacks stacks = STACKS.get(block);
        if (stacks == null || stacks.isOutdated(block)) {
            stacks = new Stacks();
            STACKS.put(block, stacks);
        }
        return stacks;
    }

    private static boolean isMain(long threadId) {
        return threadId == ProcessHandle.current().pid();
    }

    /// Sets the id of the calling thread's kernels, of a virtual thread on whichever thread carries it.
    public static void ofKernels(long value) {
        if (Thread.currentThread().isVirtual()) {
            VirtualIds.ofThread().ofKernels(value);
            inVirtualUse();
        } else {
            Memory.putLong(Native.threadBlock() + NativeThread.KERNEL_ID, value);
        }
    }

    /// Makes every traced call look up external ids from now on.
    public static void inUse() {
        use(USED);
    }

    /// Makes every traced call look up those of virtual threads, too, from now on.
    public static void inVirtualUse() {
        use(USED | USED_BY_VIRTUAL);
    }

    private static void use(long bits) {
        synchronized (STACKS) {
            long known = Native.linked(NativeLink.EXTERNAL_USE);
            if ((known | bits) != known) Native.linked(NativeLink.EXTERNAL_USE, known | bits);
        }
    }

    // --- of one event ---------------------------------------------------------------------------------------------

    /// Fills in the ids of these entries, before the ENTER callbacks.
    static void first(SlotPlan plan, long entries, long frame) {
        Memory.putLong(frame + NativeFrame.EXTERNALS, 0);
        if (isUsed(plan)) fill(plan, entries, frame, 0);
    }

    /// Fills in the ids again after the ENTER callbacks, which may have pushed or popped.
    public static void again(SlotPlan plan, long entries, long frame) {
        if (isUsed(plan)) fill(plan, entries, frame, 1);
    }

    private static boolean isUsed(SlotPlan plan) {
        return (plan.asksJava || plan.asksThread || Native.linked(NativeLink.EXTERNAL_USE) != 0)
                && plan.nativePlan() != 0;
    }

    /// Returns the id of one entry.
    static long of(long frame, int entry) {
        return Memory.getLong(frame + NativeFrame.EXTERNALS) == 0
                ? 0
                : Memory.getLong(frame + NativeFrame.EXTERNAL + 8L * entry);
    }

    private static void fill(SlotPlan plan, long entries, long frame, long again) {
        Native.invoke(Native.linked(NativeLink.EXTERNALS), plan.nativePlan(), frame, entries, again, 0, 0);
        if (again == 0 && plan.asksJava) askJava(plan, entries, frame);
    }

    /// Has Java tools supply the ids of those entries for which they do.
    public static void askJava(SlotPlan plan, long entries, long frame) {
        TracingContext asked = null;
        long value = 0;
        for (long rest = entries; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            SlotEntry entry = plan.entries[i];
            TracingContext context = entry.context;
            if (context == null || !context.asksJava(entry.requestKind)) continue;
            if (!context.equals(asked)) value = context.askJava(entry, Memory.getLong(frame + NativeFrame.INTERNAL_ID));
            asked = context;
            if (value == ExternalCorrelationRequest.FROM_STACK) continue;
            value |= ThreadStream.bits(Memory.getLong(frame + NativeFrame.THREAD), context.streamShift());
            Memory.getAndBitwiseOrLong(frame + NativeFrame.REQUESTED, 1L << i);
            Memory.putLong(frame + NativeFrame.EXTERNAL + 8L * i, value);
        }
    }
}
