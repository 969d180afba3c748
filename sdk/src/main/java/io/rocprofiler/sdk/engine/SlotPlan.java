package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.abi.NativeLink;
import java.util.List;

/// What happens on a call of one wrapped slot: an immutable array of entries, one per service that asked for the slot's
/// operation. Bit `i` of the slot's native `active` word stands for `entries[i]`; a context that starts or stops sets
/// or
/// clears the bits of its entries, and nothing else changes after the configuration window.
///
/// Thread rule: plans are published before any bit of their slot is set and never change.
final class SlotPlan {
    /// What a call of the slot means for roctx ranges.
    enum RangeRole {
        NONE,
        OPEN_THREAD,
        CLOSE_THREAD,
        OPEN_PROCESS,
        CLOSE_PROCESS
    }

    private static final SlotPlan[] PLANS = new SlotPlan[NativeConstants.SLOT_COUNT];

    final SlotEntry[] entries;

    /// Moves of the arguments from a frame into AMD's payload: `source | destination << 16 | bytes << 32`.
    final long[] moves;

    final int payloadSize;
    final int returnOffset;

    /// Bytes of the return value that mean something: 0 (void), 1, 2, 4, 8, or more for a struct returned in memory.
    final int returnBytes;

    final RangeRole role;

    final long callbacks;
    final long buffers;
    final long rangeCallbacks;
    final long rangeBuffers;

    /// Address of the counter that internal correlation ids come from: the process's own, except for practice.
    final long correlation;

    /// The buffers whose chunk source counts calls when they begin.
    final long counted;

    SlotPlan(List<SlotEntry> entries, Signature signature, RangeRole role, long correlation) {
        this.entries = entries.toArray(new SlotEntry[0]);
        this.moves = signature.moves;
        this.payloadSize = signature.payloadSize;
        this.returnOffset = signature.returnOffset;
        this.returnBytes = signature.returnBytes;
        this.role = role;
        this.correlation = correlation;
        long plainCallbacks = 0;
        long plainBuffers = 0;
        long openCallbacks = 0;
        long openBuffers = 0;
        long countedBuffers = 0;
        for (int i = 0; i < this.entries.length; i++) {
            SlotEntry entry = this.entries[i];
            long bit = 1L << i;
            if (entry.buffer == null) {
                if (entry.range) openCallbacks |= bit;
                else plainCallbacks |= bit;
            } else {
                if (entry.range) openBuffers |= bit;
                else plainBuffers |= bit;
                if (entry.buffer instanceof ChunkBuffer) countedBuffers |= bit;
            }
        }
        this.callbacks = plainCallbacks;
        this.buffers = plainBuffers;
        this.rangeCallbacks = openCallbacks;
        this.rangeBuffers = openBuffers;
        this.counted = countedBuffers;
    }

    /// How a function's arguments and result lie in a frame and in AMD's payload.
    static final class Signature {
        final long[] moves;
        final int payloadSize;
        final int returnOffset;
        final int returnBytes;

        Signature(long[] moves, int payloadSize, int returnOffset, int returnBytes) {
            this.moves = moves;
            this.payloadSize = payloadSize;
            this.returnOffset = returnOffset;
            this.returnBytes = returnBytes;
        }
    }

    /// Whether the plan is callbacks of C tools and nothing else: it is then carried out in C, which costs a quarter of
    /// the way into Java and back.
    boolean isNative() {
        if (role != RangeRole.NONE || buffers != 0 || callbacks == 0) return false;
        for (SlotEntry entry : entries) if (entry.handler != null) return false;
        return true;
    }

    /// The native function that begins a call of the slot, by its place in `native_link_t`. Where nothing but records
    /// is asked for it is one that stays in C: an upcall less is a third of the cost of a record.
    int enterFunction() {
        if (isNative()) return NativeLink.ENTER_CALLBACKS;
        boolean recordsOnly = callbacks == 0 && role == RangeRole.NONE && Long.bitCount(counted) <= 1;
        return recordsOnly ? NativeLink.ENTER_RECORDS : NativeLink.ENTER_NATIVE;
    }

    /// The native function that ends it.
    int exitFunction() {
        return isNative() ? NativeLink.EXIT_CALLBACKS : NativeLink.EXIT_NATIVE;
    }

    /// Index of the stretch in which a begun call is counted; any when no entry counts.
    int countedStretch() {
        if (counted == 0) return 0;
        return entries[Long.numberOfTrailingZeros(counted)].buffer instanceof ChunkBuffer buffer ? buffer.index() : 0;
    }

    /// Whether an argument comes in a vector register.
    boolean takesFloats() {
        for (long move : moves) {
            long source = move & 0xFFFF;
            if (source >= NativeFrame.XMM_REGS && source < NativeFrame.RAX_IN) return true;
        }
        return false;
    }

    static SlotPlan at(int slotIndex) {
        return PLANS[slotIndex];
    }

    static void publish(int slotIndex, SlotPlan plan) {
        PLANS[slotIndex] = plan;
    }
}
