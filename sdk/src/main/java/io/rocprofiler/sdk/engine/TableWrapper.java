package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.Status;

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

    /// Returns a status value: SUCCESS, or INVALID_ARGUMENT for a library that we do not know.
    static int wrap(String library, long instance, long tables, long tableCount) {
        HotStart.await();
        switch (library) {
            case "hsa" -> wrapHsa(Memory.getLong(tables), (int) instance);
            case "hip" -> wrapTable(ApiTables.HIP_RUNTIME, Memory.getLong(tables), (int) instance);
            case "hip_compiler" -> wrapTable(ApiTables.HIP_COMPILER, Memory.getLong(tables), (int) instance);
            case "roctx" -> wrapRoctx(tables, tableCount, (int) instance);
            case "rccl" -> wrapTable(ApiTables.RCCL, Memory.getLong(tables), (int) instance);
            case "rocdecode" -> wrapTable(ApiTables.ROCDECODE, Memory.getLong(tables), (int) instance);
            case "rocjpeg" -> wrapTable(ApiTables.ROCJPEG, Memory.getLong(tables), (int) instance);
            default -> {
                return Status.ERROR_INVALID_ARGUMENT.value();
            }
        }
        return Status.SUCCESS.value();
    }

    private static void wrapRoctx(long tables, long tableCount, int instance) {
        ApiTable[] known = {ApiTables.ROCTX_CORE, ApiTables.ROCTX_CONTROL, ApiTables.ROCTX_NAME};
        for (int i = 0; i < known.length && i < tableCount; i++)
            wrapTable(known[i], Memory.getLong(tables + 8L * i), instance);
    }

    private static void wrapHsa(long container, int instance) {
        int size = Memory.getInt(container + 4); // version.minor_id is the size of the container
        wrapSubTable(ApiTables.HSA_CORE, container, size, instance);
        wrapSubTable(ApiTables.HSA_AMD_EXT, container, size, instance);
        wrapSubTable(ApiTables.HSA_FINALIZE_EXT, container, size, instance);
        wrapSubTable(ApiTables.HSA_IMAGE_EXT, container, size, instance);
    }

    private static void wrapSubTable(ApiTable known, long container, int containerSize, int instance) {
        int offset = known.containerOffset();
        if (offset >= containerSize) return;
        long table = Memory.getLong(container + offset);
        if (table != 0) wrapTable(known, table, instance);
    }

    private static void wrapTable(ApiTable known, long table, int instance) {
        SlotPlans plans = new SlotPlans(known, Slots.contexts());
        if (plans.isEmpty()) return;
        int header = known.headerBytes();
        // HSA's tables hold their size in the second word of their version, all others in their first eight bytes.
        long size = header == 16 ? Memory.getInt(table + 4) : Memory.getLong(table);
        int count = Math.min(known.operations(), known.slots(size));
        for (int operation = 0; operation < count; operation++) {
            long slot = table + known.slotOffset(operation);
            long function = Memory.getLong(slot);
            SlotPlan plan = function == 0 ? null : plans.plan(operation);
            if (plan == null) continue;
            long thunk = Slots.wrap(function, plan, known, operation, instance);
            if (thunk == 0) {
                Messages.warn("no slot is left to trace instance " + instance + " of " + known.name());
                return;
            }
            Memory.putLongRelease(slot, thunk);
        }
    }
}
