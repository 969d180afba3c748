package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The external correlation ids that one virtual thread carries from one carrier thread to the next, a stack per
/// context. C requests them while it traces a call, on the calling thread.
///
/// Thread rule: any thread.
public final class VirtualIds {
    // The answers to C (external_ids.c): a state, then the id.
    private static final int OF_PLATFORM = NativeConstants.VIRTUAL_ID_OF_PLATFORM;
    private static final int OF_VIRTUAL = NativeConstants.VIRTUAL_ID_NONE;
    private static final int HAS_ID = NativeConstants.VIRTUAL_ID_SET;

    /// In the place of a context's index.
    private static final int OF_KERNELS = NativeConstants.VIRTUAL_KERNEL_ID;

    private static final ThreadLocal<@Nullable VirtualIds> OF_THREAD = new ThreadLocal<>();

    private static final long[] NONE = {};

    /// The stacks, by index of the context.
    private long[][] stacks = {};

    private volatile long ofKernels;

    private VirtualIds() {}

    /// Returns those of the calling virtual thread.
    public static VirtualIds ofThread() {
        VirtualIds known = OF_THREAD.get();
        if (known == null) {
            known = new VirtualIds();
            OF_THREAD.set(known);
        }
        return known;
    }

    /// Writes whether the calling thread is virtual, and the top of its stack for a context or its id for kernels.
    ///
    /// @param to address of two words
    public static void answer(int context, long to) {
        if (!Thread.currentThread().isVirtual()) {
            Memory.putLong(to, OF_PLATFORM);
            return;
        }
        VirtualIds known = OF_THREAD.get();
        if (context == OF_KERNELS) {
            Memory.putLong(to, HAS_ID);
            Memory.putLong(to + Long.BYTES, known == null ? 0 : known.ofKernels);
            return;
        }
        long[] stack = known == null ? NONE : known.stack(context);
        Memory.putLong(to, stack.length == 0 ? OF_VIRTUAL : HAS_ID);
        if (stack.length != 0) Memory.putLong(to + Long.BYTES, stack[stack.length - 1]);
    }

    public void ofKernels(long value) {
        ofKernels = value;
    }

    private synchronized long[] stack(int context) {
        return context < stacks.length ? stacks[context] : NONE;
    }

    public synchronized void push(int context, long value) {
        int known = stacks.length;
        if (context >= known) {
            stacks = Arrays.copyOf(stacks, context + 1);
            Arrays.fill(stacks, known, context + 1, NONE);
        }
        long[] stack = Arrays.copyOf(stacks[context], stacks[context].length + 1);
        stack[stack.length - 1] = value;
        stacks[context] = stack;
    }

    /// Pops the top, or returns 0 if the stack is empty.
    public synchronized long pop(int context) {
        long[] stack = stack(context);
        if (stack.length == 0) return 0;
        stacks[context] = Arrays.copyOf(stack, stack.length - 1);
        return stack[stack.length - 1];
    }
}
