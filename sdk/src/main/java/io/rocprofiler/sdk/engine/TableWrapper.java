package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import org.jspecify.annotations.Nullable;

/// Wraps the tables of a runtime: the slots that some context asked for point at thunks afterwards, all others keep the
/// runtime's own functions.
///
/// A table says its own size at its start. Slots beyond that size do not exist; slots beyond what we know pass through
/// untouched, as do those whose function is null. Each instance of a library has slots of its own, so that its wrappers
/// call its own functions.
///
/// Thread rule: one registration at a time; the caller sees to it.
final class TableWrapper {
    private TableWrapper() {}

    /// Wraps what the contexts ask for in the tables of a known library.
    static void wrap(RuntimeTables runtime) {
        if (Slots.contexts().length == 0) return;
        for (int i = 0; i < ApiTables.count(); i++) {
            ApiTable known = ApiTables.get(i);
            long table = known.commonName().equals(runtime.library()) ? address(known, runtime) : 0;
            if (table != 0) wrapTable(known, table, (int) runtime.instance());
        }
    }

    /// The address of a table, 0 if the runtime does not have it.
    private static long address(ApiTable known, RuntimeTables runtime) {
        if (known.containerOffset() != 0) return hsaTable(known, Memory.getLong(runtime.tables()));
        return known.position() < runtime.count() ? Memory.getLong(runtime.tables() + 8L * known.position()) : 0;
    }

    /// The address of a table of HSA's, 0 if the runtime does not have it.
    static long hsaTable(ApiTable known, long container) {
        int size = Memory.getInt(container + 4); // version.minor_id is the size of the container
        int offset = known.containerOffset();
        return offset >= size ? 0 : Memory.getLong(container + offset);
    }

    /// How many functions that we know a runtime's table has: those that are traced, or, in a table of no
    /// tracing kind, all.
    static int operations(ApiTable known, long table) {
        // HSA's tables hold their size in the second word of their version, all others in their first eight bytes.
        long size = known.headerBytes() == 16 ? Memory.getInt(table + 4) : Memory.getLong(table);
        boolean isTraced = known.callbackKind() != 0;
        return Math.min(isTraced ? known.operations() : known.count(), known.slots(size));
    }

    private static void wrapTable(ApiTable known, long table, int instance) {
        int count = operations(known, table);
        long[] functions = Image.read(table + known.slotOffset(0), count);
        boolean[] changed = replace(known, functions);
        wrap(SlotPlans.of(known, Slots.contexts()), known, functions, changed, instance);
        wrap(SlotPlans.outermost(known, Slots.contexts()), known, functions, changed, instance);
        for (int operation = 0; operation < count; operation++)
            if (changed[operation]) Memory.putLongRelease(table + known.slotOffset(operation), functions[operation]);
    }

    /// Puts thunks in the place of the functions that somebody asked for.
    private static void wrap(SlotPlans plans, ApiTable known, long[] functions, boolean[] changed, int instance) {
        if (plans.isEmpty()) return;
        @Nullable SlotPlan[] wanted = new @Nullable SlotPlan[functions.length];
        for (int operation = 0; operation < functions.length; operation++)
            wanted[operation] = functions[operation] == 0 ? null : plans.plan(operation);
        if (!Slots.wrap(functions, wanted, known, instance))
            Messages.warn("no slot is left to trace instance " + instance + " of " + known.name());
        prepare(wanted, known);
        for (int operation = 0; operation < functions.length; operation++)
            changed[operation] |= wanted[operation] != null;
    }

    /// Puts the engine's own functions in the place of the runtime's, below what wraps them. Says which.
    private static boolean[] replace(ApiTable known, long[] functions) {
        boolean[] replaced = new boolean[functions.length];
        for (int operation = 0; operation < functions.length; operation++) {
            long replacement = GpuWork.replacement(known, operation);
            if (replacement == 0 || !HsaFunctions.isOwn(known, operation, functions[operation])) continue;
            functions[operation] = replacement;
            replaced[operation] = true;
        }
        return replaced;
    }

    /// What Java tools are told and what is delivered is fast from the first call on. What only passes a hook in Java,
    /// an allocation say, need not wait for that, and nobody calls the functions that control tools often.
    private static void prepare(@Nullable SlotPlan[] plans, ApiTable known) {
        if (known == ApiTables.ROCTX_CONTROL) return;
        boolean inJava = false;
        boolean delivers = false;
        for (SlotPlan plan : plans) {
            inJava |= plan != null && plan.isInJava();
            delivers |= plan != null && plan.isInJava() && plan.delivers();
        }
        if (delivers) HotStart.await();
        else if (inJava) HotStart.begin();
    }
}
