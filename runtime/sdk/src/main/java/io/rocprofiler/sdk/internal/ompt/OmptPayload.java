package io.rocprofiler.sdk.internal.ompt;

import io.rocprofiler.abi.CallbackTracingOmptData;
import io.rocprofiler.abi.OmptData;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeOmptEvent;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The payload of an OMPT event: the arguments of the runtime's callback, in which each tool finds its own
/// data words.
///
/// The native half passes the addresses of the first tool's words, which those of the other tools follow
/// (ompt_data.c). The addresses are kept in the register fields of the event's frame, and before each callback the
/// payload receives the addresses for its tool.
///
/// Thread rule: as for [Event].
final class OmptPayload implements SlotPlan.Personal {
    static final OmptPayload PERSONAL = new OmptPayload();

    /// In an event's frame: the 8-byte words of the arguments that are addresses of data words, a bit each.
    private static final int WORDS = NativeFrame.RAX_IN;

    /// In an event's frame: the addresses of the first tool's words, in the order of the bits.
    private static final int ADDRESSES = NativeFrame.INT_REGS;

    private static final int ARGUMENTS = NativeFrame.PAYLOAD + CallbackTracingOmptData.ARGS;

    /// How many tools have data words of their own.
    private static volatile int clients = 1;

    private OmptPayload() {}

    /// Sets how many tools have data words of their own, before there are events.
    static void clients(int count) {
        clients = Math.min(count, NativeConstants.OMPT_CLIENTS);
    }

    /// Fills the payload of `event` from a `native_ompt_event_t`.
    static void fill(Event event, long from) {
        long arguments = event.payload(CallbackTracingOmptData.SIZEOF) + CallbackTracingOmptData.ARGS;
        long words = Memory.getLong(from + NativeOmptEvent.DATA);
        Memory.copy(
                Memory.getLong(from + NativeOmptEvent.ARGS),
                arguments,
                Memory.getLong(from + NativeOmptEvent.ARGS_BYTES));
        Memory.putLong(event.frame + WORDS, words);
        long address = event.frame + ADDRESSES;
        for (long rest = words; rest != 0; rest &= rest - 1, address += Long.BYTES)
            Memory.putLong(address, Memory.getLong(arguments + 8L * Long.numberOfTrailingZeros(rest)));
    }

    @Override
    public void address(SlotEntry entry, long frame) {
        long offset = (long) clientIndex(entry) * OmptData.SIZEOF;
        long address = frame + ADDRESSES;
        for (long rest = Memory.getLong(frame + WORDS); rest != 0; rest &= rest - 1, address += Long.BYTES) {
            long first = Memory.getLong(address);
            Memory.putLong(frame + ARGUMENTS + 8L * Long.numberOfTrailingZeros(rest), first == 0 ? 0 : first + offset);
        }
    }

    /// Returns the index of the words of the entry's tool. All tools beyond the last index share it.
    static int clientIndex(SlotEntry entry) {
        return entry.context == null ? 0 : Math.min(entry.context.client().priority(), clients - 1);
    }

    /// Returns an argument that is a data word, as the entry's tool has set it; 0 if the runtime passed none.
    static long word(Event event, SlotEntry entry, int argument) {
        PERSONAL.address(entry, event.frame);
        long address = Memory.getLong(event.frame + ARGUMENTS + argument);
        return address == 0 ? 0 : Memory.getLong(address);
    }

    static long longArgument(Event event, int argument) {
        return Memory.getLong(event.frame + ARGUMENTS + argument);
    }

    static int intArgument(Event event, int argument) {
        return Memory.getInt(event.frame + ARGUMENTS + argument);
    }
}
