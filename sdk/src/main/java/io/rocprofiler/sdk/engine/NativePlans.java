package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeEntry;
import io.rocprofiler.abi.NativePlan;
import java.lang.foreign.Arena;

/// Plans in the form that the native library carries out by itself (`native_plan_t`).
///
/// They are written once, before their slot can be active, and live as long as the process.
final class NativePlans {
    private NativePlans() {}

    /// Writes a plan of C callbacks and returns its address.
    static long write(SlotPlan plan) {
        int moves = plan.moves.length;
        int entries = plan.entries.length;
        long size = NativePlan.SIZEOF + (long) moves * Long.BYTES + (long) entries * NativeEntry.SIZEOF;
        long address = Arena.global().allocate(size, Long.BYTES).address();
        long firstMove = address + NativePlan.SIZEOF;
        long firstEntry = firstMove + (long) moves * Long.BYTES;
        Memory.putInt(address + NativePlan.PAYLOAD_SIZE, plan.payloadSize);
        Memory.putInt(address + NativePlan.RETURN_OFFSET, plan.returnOffset);
        Memory.putInt(address + NativePlan.RETURN_BYTES, plan.returnBytes);
        Memory.putInt(address + NativePlan.MOVE_COUNT, moves);
        Memory.putLong(address + NativePlan.MOVES, firstMove);
        Memory.putLong(address + NativePlan.ENTRIES, firstEntry);
        for (int i = 0; i < moves; i++) Memory.putLong(firstMove + (long) i * Long.BYTES, plan.moves[i]);
        for (int i = 0; i < entries; i++) write(plan.entries[i], firstEntry + (long) i * NativeEntry.SIZEOF);
        return address;
    }

    private static void write(SlotEntry entry, long address) {
        Memory.putLong(address + NativeEntry.CONTEXT, entry.contextHandle);
        Memory.putLong(address + NativeEntry.KIND_OPERATION, entry.kindAndOperation);
        Memory.putLong(address + NativeEntry.FUNCTION, entry.function);
        Memory.putLong(address + NativeEntry.ARGUMENT, entry.argument);
    }
}
