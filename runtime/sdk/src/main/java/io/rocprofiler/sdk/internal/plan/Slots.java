package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The wrapped slots, and the active entries of each.
///
/// A slot is taken from the native pool once and never returned: a runtime keeps its table until the process exits.
/// Starting a context sets its bits in every slot with entries of it, stopping clears them.
///
/// Thread rule: any thread; one lock, held for memory writes only.
public final class Slots implements PlanTarget {
    /// The size of a thunk, `.p2align 5` in thunks.S.
    private static final int THUNK_BYTES = 32;

    /// The functions of each `PATH_*` of a plan, by their offsets in `native_link_t`.
    private static final int[] ENTERS = new int[NativeConstants.PATH_MARK + 1];

    private static final int[] EXITS = new int[NativeConstants.PATH_MARK + 1];

    static {
        path(NativeConstants.PATH_CALL, NativeLink.ENTER_CALL, NativeLink.EXIT_CALL);
        path(NativeConstants.PATH_RECORDS, NativeLink.ENTER_RECORDS, NativeLink.EXIT_RECORDS);
        path(NativeConstants.PATH_CALLBACKS, NativeLink.ENTER_CALLBACKS, NativeLink.EXIT_CALLBACKS);
        path(NativeConstants.PATH_RANGES, NativeLink.ENTER_RANGES, NativeLink.EXIT_RANGES);
        path(NativeConstants.PATH_MARK, NativeLink.ENTER_MARK, NativeLink.EXIT_RECORDS);
    }

    private static void path(int path, int enter, int exit) {
        ENTERS[path] = enter;
        EXITS[path] = exit;
    }

    private final Object lock = new Object();
    private final NativePlans plans = new NativePlans(new ProcessMemory());
    private final HashMap<TracingContext, Bits> all = new HashMap<>();
    private TracingContext[] frozen = new TracingContext[0];
    private int used;

    /// The bits of active words that belong to one context. Those in one word change in one step: a call sees all
    /// services of a context or none.
    private static final class Bits {
        private long[] words = new long[64];
        private long[] masks = new long[64];
        private long[] lasting = new long[64];
        private int count;

        /// Adds a bit. The bits of one word must be added consecutively.
        void add(long word, long mask, boolean lasts) {
            if (count == 0 || words[count - 1] != word) next(word);
            masks[count - 1] |= mask;
            if (lasts) lasting[count - 1] |= mask;
        }

        private void next(long word) {
            if (count == words.length) {
                words = Arrays.copyOf(words, count * 2);
                masks = Arrays.copyOf(masks, count * 2);
                lasting = Arrays.copyOf(lasting, count * 2);
            }
            words[count++] = word;
        }

        void set() {
            for (int i = 0; i < count; i++) Memory.getAndBitwiseOrLong(words[i], masks[i]);
        }

        void count() {
            for (int i = 0; i < count; i++)
                if (isSlot(words[i])) Memory.getAndBitwiseOrLong(words[i], SlotPlan.COUNTED);
        }

        void clear() {
            for (int i = 0; i < count; i++) Memory.getAndBitwiseAndLong(words[i], ~masks[i]);
        }

        void clearButLasting() {
            for (int i = 0; i < count; i++) Memory.getAndBitwiseAndLong(words[i], ~masks[i] | lasting[i]);
        }
    }

    @Override
    public void write(SlotPlan plan) {
        plans.write(plan);
    }

    /// Marks the slots of a context whose tool supplies external correlation ids from now on.
    public void ask(TracingContext context) {
        plans.ask(context);
    }

    /// Keeps the slots of a context active, once nothing else does, to count calls that are no longer traced. Before
    /// the context stops: no call comes between.
    public void count(TracingContext context) {
        synchronized (lock) {
            Bits bits = all.get(context);
            if (bits != null) bits.count();
        }
    }

    public void activate(TracingContext context) {
        synchronized (lock) {
            Bits bits = all.get(context);
            if (bits != null) bits.set();
        }
    }

    public void deactivate(TracingContext context) {
        synchronized (lock) {
            Bits bits = all.get(context);
            if (bits != null) bits.clear();
        }
    }

    /// Clears the bits as [#deactivate(TracingContext)] does, except for records that C continues without
    /// the engine.
    public void retire(TracingContext context) {
        synchronized (lock) {
            Bits bits = all.get(context);
            if (bits != null) bits.clearButLasting();
        }
    }

    /// Takes a slot for each function of a table that has a plan, and puts the address of its thunk in place of
    /// the function.
    ///
    /// @param functions by operation, like `plans`
    /// @return false if the pool is exhausted; functions without a slot then have no plan
    public boolean wrap(long[] functions, @Nullable SlotPlan[] plans, ApiTable table, int instance) {
        synchronized (lock) {
            int first = used;
            boolean enough = true;
            for (int i = 0; i < plans.length; i++) {
                if (plans[i] == null) continue;
                enough = used < NativeConstants.SLOT_COUNT;
                if (enough) SlotPlan.publish(used++, plans[i]);
                else plans[i] = null;
            }
            this.plans.write(plans);
            write(functions, plans, table, instance, first);
            wakeAlways(plans, first);
            return enough;
        }
    }

    /// Takes a slot without a plan of its own: when its calls end, C reports the GPU work that they have told the
    /// program of (`harvest.c`).
    ///
    /// @param plan of the work: the slot is entered while a context of it is active
    /// @return the address of its thunk, or 0 if the pool is exhausted
    @Override
    public long observe(long function, ApiTable table, int operation, SlotPlan plan) {
        synchronized (lock) {
            if (used == NativeConstants.SLOT_COUNT) return 0;
            int index = used++;
            StagedStruct slot = new StagedStruct(NativeSlot.SIZEOF);
            slot.putLong(NativeSlot.ACTIVE, remember(slot(index) + NativeSlot.ACTIVE, plan));
            slot.putLong(NativeSlot.TARGET, function);
            slot.putLong(NativeSlot.ENTER, Native.linked(NativeLink.ENTER_OBSERVED));
            slot.putLong(NativeSlot.EXIT, Native.linked(NativeLink.EXIT_OBSERVED));
            slot.putInt(NativeSlot.STACK_WORDS, table.stackWords(operation));
            slot.putInt(NativeSlot.FLOATS, SlotPlan.takesFloats(table.argMoves(operation)) ? 1 : 0);
            slot.putInt(NativeSlot.INDEX, index);
            slot.copyTo(slot(index));
            return Native.linked(NativeLink.THUNKS) + (long) index * THUNK_BYTES;
        }
    }

    private void write(long[] functions, @Nullable SlotPlan[] plans, ApiTable table, int instance, int firstIndex) {
        StagedStruct slots = new StagedStruct((long) (used - firstIndex) * NativeSlot.SIZEOF);
        long thunks = Native.linked(NativeLink.THUNKS);
        long[] link = Native.linkWords();
        int index = firstIndex;
        for (int operation = 0; operation < plans.length; operation++) {
            SlotPlan plan = plans[operation];
            if (plan == null) continue;
            long at = (long) (index - firstIndex) * NativeSlot.SIZEOF;
            slots.putLong(at + NativeSlot.ACTIVE, remember(slot(index) + NativeSlot.ACTIVE, plan));
            slots.putLong(at + NativeSlot.TARGET, functions[operation]);
            slots.putLong(at + NativeSlot.ENTER, link[ENTERS[plan.path()] / Long.BYTES]);
            slots.putLong(at + NativeSlot.EXIT, link[EXITS[plan.path()] / Long.BYTES]);
            slots.putLong(at + NativeSlot.PLAN, plan.nativePlan());
            slots.putInt(at + NativeSlot.STACK_WORDS, table.stackWords(operation));
            slots.putInt(at + NativeSlot.FLOATS, plan.takesFloats() ? 1 : 0);
            slots.putInt(at + NativeSlot.INSTANCE, instance);
            slots.putInt(at + NativeSlot.INDEX, index);
            functions[operation] = thunks + (long) index * THUNK_BYTES;
            index++;
        }
        slots.copyTo(slot(firstIndex));
    }

    /// Whether a word belongs to a slot, and not to an event that is not a call.
    private static boolean isSlot(long word) {
        return word >= slot(0) && word < slot(NativeConstants.SLOT_COUNT);
    }

    private static long slot(int index) {
        return Native.linked(NativeLink.SLOTS) + (long) index * NativeSlot.SIZEOF;
    }

    private static void wakeAlways(@Nullable SlotPlan[] plans, int firstIndex) {
        int index = firstIndex;
        for (SlotPlan plan : plans) {
            if (plan == null) continue;
            if (plan.outer != null) wakeAlways(plan.outer, slot(index));
            if (plan.inner != null) wakeAlways(plan.inner, slot(index));
            index++;
        }
    }

    private static void wakeAlways(SlotHook hook, long slot) {
        if (hook.isAlwaysAwake()) Memory.getAndBitwiseOrLong(slot + NativeSlot.ACTIVE, SlotPlan.AWAKE);
    }

    @Override
    public long watch(SlotPlan plan) {
        long word = Arena.global().allocate(Long.BYTES, Long.BYTES).address();
        synchronized (lock) {
            Memory.getAndBitwiseOrLong(word, remember(word, plan));
        }
        return word;
    }

    /// Stores the bits of each context and returns those of the contexts that are already active.
    private long remember(long word, SlotPlan plan) {
        long active = 0;
        for (int i = 0; i < plan.entries.length; i++) {
            TracingContext context = plan.entries[i].context;
            if (context == null) continue;
            Bits bits = all.get(context);
            if (bits == null) {
                bits = new Bits();
                all.put(context, bits);
            }
            bits.add(word, 1L << i, plan.entries[i].lasts());
            if (context.active()) active |= 1L << i;
        }
        return active;
    }

    /// The contexts of the closed configuration window, in the order of their callbacks.
    public void freeze(List<? extends TracingContext> contexts) {
        synchronized (lock) {
            frozen = contexts.toArray(new TracingContext[0]);
        }
    }

    @Override
    public TracingContext[] contexts() {
        synchronized (lock) {
            return frozen;
        }
    }
}
