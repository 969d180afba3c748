package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.call.CallWarmUp;
import io.rocprofiler.sdk.internal.plan.EventServices;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.SlotPlans;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Wraps the tables of a runtime: functions that a context traces point at thunks afterwards, all others remain the
/// runtime's own.
///
/// A table begins with its size. Slots beyond that size do not exist; slots beyond those known to the engine are
/// left unchanged, as are null functions; one line says so where a context traces the whole table. Each instance of a
/// library has its own slots, so that its wrappers call its own functions.
///
/// When contexts of a further window come, the slots of wrapped functions get more entries, and further functions get
/// slots. No call passes a table or a slot that has less than before.
///
/// Thread rule: one registration at a time, ensured by the caller.
public final class TableWrapper {
    private final Slots slots;
    private final EventSlots events;
    private final EventServices services;
    private final CallWarmUp warmUp;

    /// What tables were given, by their addresses. A runtime that registers a table again has filled it anew.
    private final Map<Long, Wrapped> all = new LinkedHashMap<>();

    /// A table with its wrappers, by operation.
    private static final class Wrapped {
        private final ApiTable known;
        private final long address;
        private final int instance;

        /// Whether libroctx64 calls its functions.
        private final boolean isOlder;

        /// The contexts whose services the slots have.
        private int contexts;

        /// The runtime's functions, 0 for those that it does not have.
        private final long[] own;

        /// The functions in their places, which the innermost slots call.
        private final long[] below;

        /// What the table had when it was wrapped; another function is a tool's.
        private final long[] table;

        /// The numbers of the slots next to the functions, [Slots#NONE] for none.
        private final int[] inner;

        /// Those of the slots around them.
        private final int[] outer;

        Wrapped(ApiTable known, long address, int instance, boolean older) {
            this.known = known;
            this.address = address;
            this.instance = instance;
            isOlder = older;
            own = RuntimeTables.functions(known, address);
            below = own.clone();
            table = own.clone();
            inner = new int[own.length];
            Arrays.fill(inner, Slots.NONE);
            outer = inner.clone();
        }

        /// The instance of the slots: ranges end in a slot of that in which they began.
        int slotInstance() {
            return isOlder ? instance | NativeConstants.OLDER_INSTANCE : instance;
        }

        long inTable(int operation) {
            return Memory.getLong(RuntimeTables.slot(known, address, operation));
        }

        /// Puts a function into the table, unless a tool has put its own there: that one calls what was there before.
        boolean put(int operation, long function) {
            if (inTable(operation) != table[operation]) return false;
            Memory.putLongRelease(RuntimeTables.slot(known, address, operation), function);
            table[operation] = function;
            return true;
        }

        /// Puts a function around what is in the table, a tool's or ours.
        void putAround(int operation, long function) {
            Memory.putLongRelease(RuntimeTables.slot(known, address, operation), function);
            table[operation] = function;
        }
    }

    public TableWrapper(Slots slots, EventSlots events, EventServices services, CallWarmUp warmUp) {
        this.slots = slots;
        this.events = events;
        this.services = services;
        this.warmUp = warmUp;
    }

    /// Wraps the functions that contexts trace in the tables of a known library.
    public void wrap(RuntimeTables runtime) {
        for (int i = 0; i < ApiTables.count(); i++) {
            ApiTable known = ApiTables.get(i);
            if (!known.commonName().equals(runtime.library())) continue;
            long table = runtime.table(known);
            long older = runtime.olderTable(known);
            if (table != 0) wrap(new Wrapped(known, table, (int) runtime.instance(), false));
            if (older != 0) wrap(new Wrapped(known, older, (int) runtime.instance(), true));
        }
    }

    private void wrap(Wrapped made) {
        all.put(made.address, made);
        made.contexts = events.contexts().length;
        if (made.contexts == 0) return;
        ApiTable known = made.known;
        replace(known, made.below);
        long[] functions = made.below.clone();
        SlotPlans inner = inner(made, 0);
        SlotPlans outer = SlotPlans.outermost(known, events, 0);
        if (inner.isOfAll() || outer.isOfAll()) report(known, made.address);
        wrap(inner, made, functions, made.inner);
        wrap(outer, made, functions, made.outer);
        for (int operation = 0; operation < functions.length; operation++)
            if (functions[operation] != made.own[operation]) made.putAround(operation, functions[operation]);
    }

    private SlotPlans inner(Wrapped one, int from) {
        return one.isOlder
                ? SlotPlans.ofOlder(one.known, events, from)
                : SlotPlans.of(one.known, events, services.hooking(one.known), from);
    }

    /// Wraps what the contexts of further windows trace in all tables.
    public void contextsCame() {
        int now = events.contexts().length;
        for (Wrapped one : all.values()) {
            int from = one.contexts;
            one.contexts = now;
            if (from != now) widen(one, from);
        }
    }

    private void widen(Wrapped one, int from) {
        ApiTable known = one.known;
        EventServices replacing = services.replacing(known);
        SlotPlans inner = inner(one, from);
        SlotPlans outer = SlotPlans.outermost(known, events, from);
        if (inner.isOfAll() || outer.isOfAll()) report(known, one.address);
        @Nullable SlotPlan[] made = new @Nullable SlotPlan[one.own.length];
        for (int operation = 0; operation < made.length; operation++) {
            if (one.own[operation] == 0) continue;
            replace(one, replacing, operation);
            made[operation] = widen(one, true, inner, operation);
            SlotPlan around = widen(one, false, outer, operation);
            if (made[operation] == null) made[operation] = around;
        }
        prepare(made, known);
    }

    /// Puts the engine's own function in a function's place, if a service wants that now.
    private void replace(Wrapped one, EventServices replacing, int operation) {
        long own = one.own[operation];
        if (one.below[operation] != own) return;
        long replacement = replacing.replacement(one.known, operation, own);
        if (replacement == 0) return;
        one.below[operation] = replacement;
        int lowest = one.inner[operation] != Slots.NONE ? one.inner[operation] : one.outer[operation];
        if (lowest != Slots.NONE) slots.redirect(lowest, replacement);
        else if (!one.put(operation, replacement))
            Messages.warn("a tool has replaced a function of " + one.known.name() + " by its own (number " + operation
                    + "): what another tool wants to know of it is not traced");
    }

    /// Gives a function's slot more entries, or a function its slot. Returns the new plan, or null if nothing has
    /// changed.
    private @Nullable SlotPlan widen(Wrapped one, boolean isInner, SlotPlans plans, int operation) {
        int[] numbers = isInner ? one.inner : one.outer;
        int slot = numbers[operation];
        SlotPlan before = slot == Slots.NONE ? null : slots.plan(slot);
        SlotPlan plan = plans.plan(operation, before);
        if (plan == null || (before != null && before.isLike(plan))) return null;
        if (before != null) {
            slots.widen(slot, plan);
            return plan;
        }
        boolean isWithin = isInner && one.outer[operation] != Slots.NONE;
        int around = isWithin ? one.outer[operation] : Slots.NONE;
        long inside = isWithin ? slots.target(around) : one.inTable(operation);
        int taken = slots.wrap(inside, plan, one.known, operation, one.slotInstance());
        if (taken == Slots.NONE) {
            reportFull(one);
            return null;
        }
        numbers[operation] = taken;
        if (isWithin) slots.redirect(around, Slots.thunk(taken));
        else one.putAround(operation, Slots.thunk(taken));
        return plan;
    }

    private static void report(ApiTable known, long table) {
        if (RuntimeTables.isUnknown(known, table)) {
            Messages.warn(known.name() + " has version " + RuntimeTables.major(known, table)
                    + ", which this profiler does not know: its functions are not traced");
            return;
        }
        long newer = RuntimeTables.newerOperations(known, table);
        if (newer == 0) return;
        Messages.warn(newer + " functions of " + known.name() + " are newer than this profiler and are not traced");
    }

    /// Replaces traced functions by thunks.
    private void wrap(SlotPlans plans, Wrapped made, long[] functions, int[] numbers) {
        if (plans.isEmpty()) return;
        @Nullable SlotPlan[] wanted = new @Nullable SlotPlan[functions.length];
        for (int operation = 0; operation < functions.length; operation++)
            wanted[operation] = functions[operation] == 0 ? null : plans.plan(operation, null);
        if (!slots.wrap(functions, wanted, made.known, made.slotInstance(), numbers)) reportFull(made);
        prepare(wanted, made.known);
    }

    private static void reportFull(Wrapped one) {
        Messages.warn("no slot is left to trace instance " + one.instance + " of " + one.known.name());
    }

    /// Puts the engine's own functions in place of the runtime's, below the thunks that wrap them.
    private void replace(ApiTable known, long[] functions) {
        EventServices replacing = services.replacing(known);
        if (replacing.isEmpty()) return;
        for (int operation = 0; operation < functions.length; operation++) {
            if (functions[operation] == 0) continue;
            long replacement = replacing.replacement(known, operation, functions[operation]);
            if (replacement != 0) functions[operation] = replacement;
        }
    }

    /// Makes calls for Java tools and for delivered buffers fast from the first one. Others, about which a tool is
    /// asked for an id for example, need not wait for that. Functions that control tools, give names, load code or
    /// allocate memory are called too rarely.
    private void prepare(@Nullable SlotPlan[] plans, ApiTable known) {
        if (known == ApiTables.ROCTX_CONTROL || known == ApiTables.ROCTX_NAME) return;
        boolean inJava = false;
        boolean delivers = false;
        for (SlotPlan plan : plans) {
            inJava |= plan != null && plan.isBusyInJava();
            delivers |= plan != null && plan.isBusyInJava() && plan.delivers();
        }
        if (delivers) warmUp.await();
        else if (inJava) warmUp.begin();
    }
}
