package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeEntry;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativePlan;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import io.rocprofiler.sdk.internal.buffer.StretchedBuffer;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans in the form that the native library executes itself (`native_plan_t`).
///
/// ```
/// plan | moves of arguments | entries | plan | ...
/// ```
/// They are written once, before their slot can be active, and stay valid until the process exits.
public final class NativePlans {
    /// The bits of an active word that are no entry's.
    private static final long NO_ENTRIES = SlotPlan.AWAKE | SlotPlan.COUNTED;

    /// Kept because a tool may register a request at any time.
    private final List<SlotPlan> written = new ArrayList<>();

    private final PlanMemory memory;

    public NativePlans(PlanMemory memory) {
        this.memory = memory;
    }

    /// Writes plans that are not written yet; skips null.
    public synchronized void write(@Nullable SlotPlan... plans) {
        long size = 0;
        for (SlotPlan plan : plans) if (plan != null) size += size(plan);
        if (size == 0) return;
        long address = memory.allocate(size);
        StagedStruct image = new StagedStruct(size);
        long at = 0;
        for (SlotPlan plan : plans) {
            if (plan == null) continue;
            write(plan, image, at, address);
            plan.nativePlan(address + at);
            written.add(plan);
            at += size(plan);
        }
        memory.write(image, address);
    }

    private static long size(SlotPlan plan) {
        return firstEntry(plan) + (long) plan.entries.length * NativeEntry.SIZEOF;
    }

    /// The offset of a plan's first entry.
    private static long firstEntry(SlotPlan plan) {
        return NativePlan.SIZEOF + (long) plan.moves.length * Long.BYTES;
    }

    private void write(SlotPlan plan, StagedStruct image, long at, long address) {
        long entry = at + firstEntry(plan);
        if (plan.isOfCalls()) {
            image.putLong(at + NativePlan.ENTER, memory.enter(plan.path()));
            image.putLong(at + NativePlan.EXIT, memory.exit(plan.path()));
        }
        image.putLong(at + NativePlan.KNOWN, ((1L << plan.entries.length) - 1) | NO_ENTRIES);
        image.putInt(at + NativePlan.PAYLOAD_SIZE, plan.payloadSize);
        image.putInt(at + NativePlan.RETURN_OFFSET, plan.returnOffset);
        image.putInt(at + NativePlan.RETURN_BYTES, plan.returnBytes);
        image.putInt(at + NativePlan.MOVE_COUNT, plan.moves.length);
        image.putLong(at + NativePlan.MOVES, address + at + NativePlan.SIZEOF);
        image.putLong(at + NativePlan.ENTRIES, address + entry);
        image.putLong(at + NativePlan.CALLBACKS, plan.callbacks);
        image.putLong(at + NativePlan.HANDLERS, plan.handlers);
        image.putLong(at + NativePlan.BUFFERS, plan.buffers);
        image.putLong(at + NativePlan.KEPT, plan.counted);
        image.putLong(at + NativePlan.NAMING, plan.naming);
        image.putLong(at + NativePlan.STREAM_ARGUMENT, plan.streamArgument());
        image.putLong(at + NativePlan.STEPS, steps(plan));
        image.putInt(at + NativePlan.INDEX, plan.index());
        EventSlot range = plan.range;
        if (range != null && plan.rangePlan != null) {
            image.putLong(at + NativePlan.RANGE, plan.rangePlan.nativePlan());
            image.putLong(at + NativePlan.RANGE_ACTIVE, range.activeAddress());
            image.putInt(at + NativePlan.ROLE, plan.role.value);
        }
        image.putLongs(at + NativePlan.SIZEOF, plan.moves);
        for (SlotEntry one : plan.entries) {
            write(one, image, entry);
            if (one.place != null) write(plan, one, one.place, image, entry);
            entry += NativeEntry.SIZEOF;
        }
    }

    private static long steps(SlotPlan plan) {
        return (plan.outer != null ? NativeConstants.HAS_OUTER_HOOK : 0)
                | (plan.inner != null ? NativeConstants.HAS_INNER_HOOK : 0)
                | (plan.asksJava ? NativeConstants.ASKS_JAVA : 0)
                | (plan.rangePlan != null && plan.rangePlan.visitsForEntries() ? NativeConstants.RANGE_VISITS : 0)
                | (plan.retires ? NativeConstants.RETIRES : 0);
    }

    private static void write(SlotPlan plan, SlotEntry entry, RecordPlace place, StagedStruct image, long at) {
        image.putInt(at + NativeEntry.RECORD_BYTES, plan.recordBytes(entry));
        image.putInt(at + NativeEntry.STREAM_SHIFT, entry.streamShift);
        if (place instanceof RecordBuffer buffer) image.putInt(at + NativeEntry.BUFFER, buffer.number());
        int record = NativeConstants.RECORD_APPENDED;
        if (place.isKept()) {
            record = entry.isKeptMark() ? NativeConstants.RECORD_KEPT_MARK : NativeConstants.RECORD_KEPT;
            image.putInt(at + NativeEntry.STRETCH, index(place));
        } else if (place instanceof StretchedBuffer delivered) {
            record = NativeConstants.RECORD_DELIVERED;
            image.putInt(at + NativeEntry.STRETCH, delivered.index());
            image.putInt(at + NativeEntry.DELIVERED_ROOM, delivered.stretchSize());
        }
        image.putInt(at + NativeEntry.RECORD, record);
    }

    private static int index(RecordPlace kept) {
        return kept instanceof RecordPlace.InFile(int index) ? index : ((ChunkBuffer) kept).index();
    }

    private static void write(SlotEntry entry, StagedStruct image, long at) {
        image.putLong(at + NativeEntry.CONTEXT, entry.contextHandle);
        image.putLong(at + NativeEntry.KIND_OPERATION, entry.kindAndOperation);
        image.putLong(at + NativeEntry.FUNCTION, entry.function);
        image.putLong(at + NativeEntry.ARGUMENT, entry.argument);
        image.putInt(at + NativeEntry.REQUEST_KIND, entry.requestKind);
        TracingContext context = entry.context;
        if (context == null) return;
        image.putInt(at + NativeEntry.CONTEXT_INDEX, context.index());
        if (context.asksThread(entry.requestKind)) {
            image.putLong(at + NativeEntry.REQUEST_ARGUMENT, context.streamShift());
            image.putLong(at + NativeEntry.REQUEST_FUNCTION, Native.linked(NativeLink.KERNEL_ID_REQUEST));
            return;
        }
        ExternalRequests requests = context.requests();
        if (requests == null || !requests.kinds().get(entry.requestKind)) return;
        image.putLong(at + NativeEntry.REQUEST_ARGUMENT, requests.argument());
        image.putLong(at + NativeEntry.REQUEST_FUNCTION, requests.function());
    }

    /// Marks the entries of a context whose tool supplies external correlation ids from now on.
    synchronized void ask(TracingContext context) {
        ExternalRequests requests = context.requests();
        if (requests == null) return;
        for (SlotPlan plan : written) {
            for (int i = 0; i < plan.entries.length; i++) {
                SlotEntry entry = plan.entries[i];
                if (!context.equals(entry.context) || !requests.kinds().get(entry.requestKind)) continue;
                if (context.asksThread(entry.requestKind)) continue;
                long address = plan.nativePlan() + firstEntry(plan) + (long) i * NativeEntry.SIZEOF;
                Memory.putLong(address + NativeEntry.REQUEST_ARGUMENT, requests.argument());
                Memory.putLongRelease(address + NativeEntry.REQUEST_FUNCTION, requests.function());
            }
        }
    }
}
