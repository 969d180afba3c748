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
/// A slot is taken from the native pool once and never returned: a runtime keeps its table until the process exits. It
/// gets another plan when contexts of another window want more of it.
/// Starting a context sets its bits in every slot with entries of it, stopping clears them.
///
/// Thread rule: any thread; one lock, held for memory writes only.
public final class Slots implements PlanTarget {
    /// The size of a thunk, `.p2align 5` in thunks.S.
    private static final int THUNK_BYTES = 32;

    private static final int FIRST_SLOTS = 1024;

    /// Where there is no slot.
    public static final int NONE = -1;

    private final Object lock = new Object();
    private final NativePlans plans = new NativePlans(new ProcessMemory());
    private final HashMap<TracingContext, Bits> all = new HashMap<>();
    private TracingContext[] frozen = new TracingContext[0];

    /// The plans of the slots, by their numbers.
    private SlotPlan[] ofSlots = new SlotPlan[FIRST_SLOTS];

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
    /// @param taken gets the numbers of the slots, by operation, where there is a plan
    /// @return false if the pool is exhausted; functions without a slot then have no plan
    public boolean wrap(long[] functions, @Nullable SlotPlan[] plans, ApiTable table, int instance, int[] taken) {
        synchronized (lock) {
            int first = used;
            boolean enough = true;
            for (int i = 0; i < plans.length; i++) {
                SlotPlan plan = plans[i];
                if (plan == null) continue;
                enough = used < NativeConstants.SLOT_COUNT;
                if (enough) {
                    SlotPlan.publish(plan);
                    taken[i] = take(plan);
                } else {
                    plans[i] = null;
                }
            }
            this.plans.write(plans);
            write(functions, plans, table, instance, first);
            wakeAlways(plans, first);
            return enough;
        }
    }

    /// Takes a slot for one function, which its thunk calls; the caller puts the thunk's address where calls begin.
    ///
    /// @return the slot's number; [#NONE] if the pool is exhausted
    public int wrap(long function, SlotPlan plan, ApiTable table, int operation, int instance) {
        synchronized (lock) {
            if (used == NativeConstants.SLOT_COUNT) return NONE;
            SlotPlan.publish(plan);
            plans.write(plan);
            int index = place(function, plan, table, operation, instance);
            wakeAlways(new SlotPlan[] {plan}, index);
            return index;
        }
    }

    /// Writes the next slot, for one function.
    private int place(long function, SlotPlan plan, ApiTable table, int operation, int instance) {
        int index = take(plan);
        StagedStruct slot = new StagedStruct(NativeSlot.SIZEOF);
        boolean takesFloats = SlotPlan.takesFloats(table.argMoves(operation));
        write(slot, 0, index, function, plan, table.stackWords(operation), takesFloats, instance);
        slot.copyTo(slot(index));
        return index;
    }

    private int take(SlotPlan plan) {
        if (used == ofSlots.length) ofSlots = Arrays.copyOf(ofSlots, 2 * used);
        ofSlots[used] = plan;
        return used++;
    }

    /// Takes a slot for a function: when its calls end, C reports the GPU work that they have told the program of
    /// (`harvest.c`).
    ///
    /// @return the address of its thunk, or 0 if the pool is exhausted
    @Override
    public long observe(long function, ApiTable table, int operation, SlotPlan plan) {
        synchronized (lock) {
            if (used == NativeConstants.SLOT_COUNT) return 0;
            return thunk(place(function, plan, table, operation, 0));
        }
    }

    private void write(long[] functions, @Nullable SlotPlan[] plans, ApiTable table, int instance, int firstIndex) {
        StagedStruct slots = new StagedStruct((long) (used - firstIndex) * NativeSlot.SIZEOF);
        int index = firstIndex;
        for (int operation = 0; operation < plans.length; operation++) {
            SlotPlan plan = plans[operation];
            if (plan == null) continue;
            long at = (long) (index - firstIndex) * NativeSlot.SIZEOF;
            int words = table.stackWords(operation);
            write(slots, at, index, functions[operation], plan, words, plan.takesFloats(), instance);
            functions[operation] = thunk(index);
            index++;
        }
        slots.copyTo(slot(firstIndex));
    }

    private void write(
            StagedStruct slots,
            long at,
            int index,
            long function,
            SlotPlan plan,
            int stackWords,
            boolean takesFloats,
            int instance) {
        slots.putLong(at + NativeSlot.ACTIVE, remember(slot(index) + NativeSlot.ACTIVE, plan, 0));
        slots.putLong(at + NativeSlot.TARGET, function);
        slots.putLong(at + NativeSlot.PLAN, plan.nativePlan());
        slots.putInt(at + NativeSlot.STACK_WORDS, stackWords);
        slots.putInt(at + NativeSlot.FLOATS, takesFloats ? 1 : 0);
        slots.putInt(at + NativeSlot.INSTANCE, instance);
        slots.putInt(at + NativeSlot.INDEX, index);
    }

    // --- slots that are there ---------------------------------------------------------------------------------------

    /// The address of a slot's thunk.
    public static long thunk(int slot) {
        return Native.linked(NativeLink.THUNKS) + (long) slot * THUNK_BYTES;
    }

    /// The plan that a slot has.
    public SlotPlan plan(int slot) {
        synchronized (lock) {
            return ofSlots[slot];
        }
    }

    /// Gives a slot another plan, with more entries behind those that it has. Calls that have begun end with their own.
    public void widen(int slot, SlotPlan wider) {
        synchronized (lock) {
            SlotPlan.publish(wider);
            plans.write(wider);
            replace(slot, wider);
            if (wider.outer != null) wakeAlways(wider.outer, slot(slot));
            if (wider.inner != null) wakeAlways(wider.inner, slot(slot));
        }
    }

    @Override
    public void replace(SlotPlan plan, SlotPlan wider) {
        synchronized (lock) {
            for (int i = 0; i < used; i++) if (ofSlots[i] == plan) replace(i, wider);
        }
    }

    /// Publishes the plan before any of its entries is active.
    private void replace(int slot, SlotPlan wider) {
        int known = ofSlots[slot].entries.length;
        ofSlots[slot] = wider;
        Memory.putLongRelease(slot(slot) + NativeSlot.PLAN, wider.nativePlan());
        long word = slot(slot) + NativeSlot.ACTIVE;
        Memory.getAndBitwiseOrLong(word, remember(word, wider, known));
    }

    @Override
    public void widen(long word, SlotPlan plan, SlotPlan wider) {
        synchronized (lock) {
            Memory.getAndBitwiseOrLong(word, remember(word, wider, plan.entries.length));
        }
    }

    /// Has a slot's calls go on to another function.
    public void redirect(int slot, long function) {
        Memory.putLongRelease(slot(slot) + NativeSlot.TARGET, function);
    }

    /// The function to which a slot's calls go on.
    public long target(int slot) {
        return Memory.getLong(slot(slot) + NativeSlot.TARGET);
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
            Memory.getAndBitwiseOrLong(word, remember(word, plan, 0));
        }
        return word;
    }

    /// Stores the bits of each context, of entries from this one on, and returns those of the contexts that are already
    /// active.
    private long remember(long word, SlotPlan plan, int from) {
        long active = 0;
        for (int i = from; i < plan.entries.length; i++) {
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

    /// The contexts of all closed configuration windows, in the order of their callbacks.
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
