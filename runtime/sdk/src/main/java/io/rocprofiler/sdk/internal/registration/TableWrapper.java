package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.sdk.internal.call.CallWarmUp;
import io.rocprofiler.sdk.internal.plan.EventServices;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.SlotPlans;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import org.jspecify.annotations.Nullable;

/// Wraps the tables of a runtime: functions that a context traces point at thunks afterwards, all others remain the
/// runtime's own.
///
/// A table begins with its size. Slots beyond that size do not exist; slots beyond those known to the engine are
/// left unchanged, as are null functions; one line says so where a context traces the whole table. Each instance of a
/// library has its own slots, so that its wrappers call its own functions.
///
/// Thread rule: one registration at a time, ensured by the caller.
public final class TableWrapper {
    private final Slots slots;
    private final EventSlots events;
    private final EventServices services;
    private final CallWarmUp warmUp;

    public TableWrapper(Slots slots, EventSlots events, EventServices services, CallWarmUp warmUp) {
        this.slots = slots;
        this.events = events;
        this.services = services;
        this.warmUp = warmUp;
    }

    /// Wraps the functions that contexts trace in the tables of a known library.
    public void wrap(RuntimeTables runtime) {
        if (events.contexts().length == 0) return;
        for (int i = 0; i < ApiTables.count(); i++) {
            ApiTable known = ApiTables.get(i);
            long table = known.commonName().equals(runtime.library()) ? runtime.table(known) : 0;
            if (table != 0) wrapTable(known, table, (int) runtime.instance());
        }
    }

    private void wrapTable(ApiTable known, long table, int instance) {
        long[] functions = RuntimeTables.functions(known, table);
        boolean[] changed = replace(known, functions);
        SlotPlans inner = SlotPlans.of(known, events, services.hooking(known));
        SlotPlans outer = SlotPlans.outermost(known, events);
        if (inner.isOfAll() || outer.isOfAll()) report(known, table);
        wrap(inner, known, functions, changed, instance);
        wrap(outer, known, functions, changed, instance);
        for (int operation = 0; operation < functions.length; operation++)
            if (changed[operation])
                Memory.putLongRelease(RuntimeTables.slot(known, table, operation), functions[operation]);
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
    private void wrap(SlotPlans plans, ApiTable known, long[] functions, boolean[] changed, int instance) {
        if (plans.isEmpty()) return;
        @Nullable SlotPlan[] wanted = new @Nullable SlotPlan[functions.length];
        for (int operation = 0; operation < functions.length; operation++)
            wanted[operation] = functions[operation] == 0 ? null : plans.plan(operation);
        if (!slots.wrap(functions, wanted, known, instance))
            Messages.warn("no slot is left to trace instance " + instance + " of " + known.name());
        prepare(wanted, known);
        for (int operation = 0; operation < functions.length; operation++)
            changed[operation] |= wanted[operation] != null;
    }

    /// Replaces the runtime's functions by the engine's own, below the thunks that wrap them. Returns which ones.
    private boolean[] replace(ApiTable known, long[] functions) {
        boolean[] replaced = new boolean[functions.length];
        EventServices replacing = services.replacing(known);
        if (replacing.isEmpty()) return replaced;
        for (int operation = 0; operation < functions.length; operation++) {
            if (functions[operation] == 0) continue;
            long replacement = replacing.replacement(known, operation, functions[operation]);
            if (replacement == 0) continue;
            functions[operation] = replacement;
            replaced[operation] = true;
        }
        return replaced;
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
