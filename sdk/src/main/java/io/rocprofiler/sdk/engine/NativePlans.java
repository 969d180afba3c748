package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeEntry;
import io.rocprofiler.abi.NativePlan;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Plans in the form that the native library carries out by itself (`native_plan_t`).
///
/// They are written once, before their slot can be active, and live as long as the process.
final class NativePlans {
    private NativePlans() {}

    /// Where the entries of each context lie: a tool may ask to be asked at any time.
    private static final HashMap<ToolContext, List<Placed>> PLACED = new HashMap<>();

    private static final int BLOCK_BYTES = 64 << 10;

    private static long next;
    private static long end;

    private record Placed(SlotEntry entry, long address) {}

    /// Writes a plan and returns its address.
    static synchronized long write(SlotPlan plan) {
        int moves = plan.moves.length;
        int entries = plan.entries.length;
        long size = NativePlan.SIZEOF + (long) moves * Long.BYTES + (long) entries * NativeEntry.SIZEOF;
        long address = allocate(size);
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

    /// A thousand plans of a few hundred bytes: they share blocks.
    private static long allocate(long size) {
        if (next + size > end) {
            long block = Math.max(size, BLOCK_BYTES);
            next = Arena.global().allocate(block, Long.BYTES).address();
            end = next + block;
        }
        long address = next;
        next += size;
        return address;
    }

    private static void write(SlotEntry entry, long address) {
        Memory.putLong(address + NativeEntry.CONTEXT, entry.contextHandle);
        Memory.putLong(address + NativeEntry.KIND_OPERATION, entry.kindAndOperation);
        Memory.putLong(address + NativeEntry.FUNCTION, entry.function);
        Memory.putLong(address + NativeEntry.ARGUMENT, entry.argument);
        Memory.putInt(address + NativeEntry.REQUEST_KIND, entry.requestKind);
        ToolContext context = entry.context;
        if (context == null) return;
        Memory.putInt(address + NativeEntry.CONTEXT_INDEX, context.index());
        List<Placed> placed = PLACED.get(context);
        if (placed == null) {
            placed = new ArrayList<>();
            PLACED.put(context, placed);
        }
        placed.add(new Placed(entry, address));
        ask(context, entry, address);
    }

    /// The context's tool wants to be asked for external correlation ids from now on.
    static synchronized void ask(ToolContext context) {
        for (Placed placed : PLACED.getOrDefault(context, List.of())) ask(context, placed.entry(), placed.address());
    }

    private static void ask(ToolContext context, SlotEntry entry, long address) {
        ExternalRequests requests = context.requests();
        if (requests == null || !requests.kinds().get(entry.requestKind)) return;
        Memory.putLong(address + NativeEntry.REQUEST_ARGUMENT, requests.argument());
        Memory.putLongRelease(address + NativeEntry.REQUEST_FUNCTION, requests.function());
    }
}
