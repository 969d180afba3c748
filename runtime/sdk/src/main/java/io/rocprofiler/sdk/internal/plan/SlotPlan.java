package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.CallbackTracingMarkerApiData;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.SegmentCall;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The actions on a call of one wrapped slot: an immutable array of entries, one per service that traces the slot's
/// operation. Bit `i` of the slot's native `active` word stands for `entries[i]`. Starting or stopping a context
/// sets or clears the bits of its entries. When another window has closed, the slot gets another plan, with more
/// entries
/// behind those that it has; a call ends with the plan with which it has begun.
///
/// Thread rule: plans are published before any bit of theirs is set and never change.
public final class SlotPlan {
    /// In a slot's active word: the slot is entered although none of its entries is active. No entry has this bit.
    public static final long AWAKE = 1L << 63;

    /// In a slot's active word: calls that no entry traces are counted, as the tools that traced them are closed.
    public static final long COUNTED = 1L << 62;

    /// The maximum number of entries of one slot: the highest bits of its active word are reserved.
    static final int MAX_ENTRIES = NativeConstants.PLAN_ENTRIES - 2;

    /// What a plan is for.
    private enum Use {
        CALLS,
        /// Calls that are only entered so that the GPU work is reported of which they have told the program.
        OBSERVATION,
        EVENTS
    }

    /// Adapts the payload of an event to one listener, if listeners do not all receive the same.
    public interface Personal {
        /// Called before the entry's callback or record reads the payload in the event's frame.
        void address(SlotEntry entry, long frame);
    }

    private static final int FIRST_PLANS = 1024;

    /// All plans with a number, by that.
    private static volatile SlotPlan[] all = new SlotPlan[FIRST_PLANS];

    private static int count;

    public final SlotEntry[] entries;

    /// Moves of the arguments from a frame into AMD's payload: `source | destination << 16 | bytes << 32`.
    public final long[] moves;

    public final int payloadSize;
    public final int returnOffset;

    /// Significant bytes of the return value: 0 (void), 1, 2, 4, 8, or more for a struct returned in memory.
    public final int returnBytes;

    public final @Nullable SlotHook outer;
    public final @Nullable SlotHook inner;

    /// The entries with a callback, and those among them whose callback is a handler of a Java tool.
    public final long callbacks;

    public final long handlers;

    public final long buffers;

    /// The buffers whose chunk source counts calls when they begin.
    public final long counted;

    /// The entries by which pushed ranges name work, which write no records.
    public final long naming;

    /// Whether the end of a call is reported as the retirement of its correlation id.
    public final boolean retires;

    /// Whether a Java tool supplies the external correlation ids of some entry.
    public final boolean asksJava;

    /// Whether the external correlation ids of some entry are those that threads have for their kernels.
    public final boolean asksThread;

    /// The size of the arguments in a kept record: up to the end of this function's last one.
    final int argumentBytes;

    /// For a function that works on a HIP stream: the position of the stream in a frame, if C follows it;
    /// otherwise -1.
    private final int streamSource;

    /// The ranges that the slot's calls open or close, and their plan; null if nothing.
    final @Nullable EventSlot range;

    final @Nullable SlotPlan rangePlan;

    /// What the calls have to do with them.
    final RangeRole role;

    /// For events only.
    public final @Nullable Personal personal;

    private final Use use;

    private long nativePlan;

    private int index;

    public SlotPlan(
            List<SlotEntry> entries,
            Signature signature,
            @Nullable SlotHook outer,
            @Nullable SlotHook inner,
            boolean retires) {
        this(entries, signature, outer, inner, retires, -1, null, RangeRole.NONE, null, Use.CALLS);
    }

    private SlotPlan(
            List<SlotEntry> entries,
            Signature signature,
            @Nullable SlotHook outer,
            @Nullable SlotHook inner,
            boolean retires,
            int streamSource,
            @Nullable EventSlot range,
            RangeRole role,
            @Nullable Personal personal,
            Use use) {
        this.entries = entries.toArray(new SlotEntry[0]);
        this.moves = signature.moves;
        this.payloadSize = signature.payloadSize;
        this.returnOffset = signature.returnOffset;
        this.returnBytes = signature.returnBytes;
        this.outer = outer;
        this.inner = inner;
        this.retires = retires;
        this.personal = personal;
        this.streamSource = streamSource;
        this.use = use;
        this.range = range;
        this.rangePlan = range == null ? null : range.plan();
        this.role = role;
        this.asksJava = asksJava(this.entries);
        this.asksThread = asksThread(this.entries);
        this.argumentBytes = argumentBytes(moves);
        long callbackBits = 0;
        long handlerBits = 0;
        long bufferBits = 0;
        long countedBits = 0;
        long namingBits = 0;
        for (int i = 0; i < this.entries.length; i++) {
            SlotEntry entry = this.entries[i];
            long bit = 1L << i;
            if (entry.function != 0 || entry.handler != null) callbackBits |= bit;
            if (entry.handler != null) handlerBits |= bit;
            if (entry.naming) namingBits |= bit;
            if (entry.isRecorded()) bufferBits |= bit;
            if (entry.isRecorded() && entry.isKept()) countedBits |= bit;
        }
        this.callbacks = callbackBits;
        this.handlers = handlerBits;
        this.buffers = bufferBits;
        this.counted = countedBits;
        this.naming = namingBits;
    }

    /// Creates the plan of an event that is not a call of a slot.
    static SlotPlan ofEvent(List<SlotEntry> entries, @Nullable Personal personal) {
        return new SlotPlan(entries, Signature.NONE, null, null, false, -1, null, RangeRole.NONE, personal, Use.EVENTS);
    }

    /// Creates the plan of functions that are wrapped so that GPU work is reported, while a context of it is active.
    static SlotPlan observing(SlotPlan work) {
        List<SlotEntry> entries = List.of(work.entries);
        return new SlotPlan(
                entries, Signature.NONE, null, null, false, -1, null, RangeRole.NONE, null, Use.OBSERVATION);
    }

    /// Creates the plan of a range, which has one argument and a result: level, id, or 0.
    static SlotPlan ofRange(List<SlotEntry> entries, boolean retires) {
        long message = NativeFrame.INT_REGS | (long) Long.BYTES << Integer.SIZE;
        Signature signature = new Signature(
                new long[] {message},
                CallbackTracingMarkerApiData.SIZEOF,
                CallbackTracingMarkerApiData.RETVAL,
                Long.BYTES);
        SlotPlan plan = new SlotPlan(entries, signature, null, null, retires);
        publish(plan);
        return plan;
    }

    /// Returns the same plan for a function that works on a HIP stream, which C follows.
    ///
    /// @param source position of the stream in a frame
    SlotPlan onStream(int source) {
        return new SlotPlan(List.of(entries), signature(), outer, inner, retires, source, range, role, null, Use.CALLS);
    }

    /// Returns the same plan for a function of ROC-TX whose calls open or close these ranges.
    SlotPlan withRange(EventSlot ranges, RangeRole roleOfCalls) {
        return new SlotPlan(
                List.of(entries),
                signature(),
                outer,
                inner,
                retires,
                streamSource,
                ranges,
                roleOfCalls,
                null,
                Use.CALLS);
    }

    /// Whether a plan of the same function, made later, does nothing else than this one.
    public boolean isLike(SlotPlan later) {
        return entries.length == later.entries.length
                && (outer == null) == (later.outer == null)
                && (inner == null) == (later.inner == null)
                && retires == later.retires
                && streamSource == later.streamSource
                && role == later.role
                && rangePlan == later.rangePlan;
    }

    private Signature signature() {
        return new Signature(moves, payloadSize, returnOffset, returnBytes);
    }

    private static int argumentBytes(long[] moves) {
        long bytes = 0;
        for (long move : moves) bytes = Math.max(bytes, (move >>> 16 & 0xFFFF) + (move >>> 32));
        return (int) (bytes + 7 & -8);
    }

    /// Set by [NativePlans], before any bit of the plan's slot is.
    public void nativePlan(long address) {
        nativePlan = address;
    }

    /// The address of the plan's `native_plan_t`; 0 for plans of [CallWarmUp].
    public long nativePlan() {
        return nativePlan;
    }

    public boolean isHooked() {
        return outer != null || inner != null;
    }

    private static boolean asksJava(SlotEntry[] entries) {
        for (SlotEntry entry : entries)
            if (entry.context != null && entry.context.asksJava(entry.requestKind)) return true;
        return false;
    }

    private static boolean asksThread(SlotEntry[] entries) {
        for (SlotEntry entry : entries)
            if (entry.context != null && entry.context.asksThread(entry.requestKind)) return true;
        return false;
    }

    /// The positions of a function's arguments and result in a frame and in AMD's payload.
    public static final class Signature {
        static final Signature NONE = new Signature(new long[0], 0, 0, 0);

        final long[] moves;
        final int payloadSize;
        final int returnOffset;
        final int returnBytes;

        public Signature(long[] moves, int payloadSize, int returnOffset, int returnBytes) {
            this.moves = moves;
            this.payloadSize = payloadSize;
            this.returnOffset = returnOffset;
            this.returnBytes = returnBytes;
        }
    }

    /// Returns the size of the record of an entry with a buffer.
    int recordBytes(SlotEntry entry) {
        if (!entry.extended) return SegmentCall.RESULT;
        int delivered = SegmentCall.RESULT + payloadSize - Long.BYTES;
        if (!entry.isKept()) return delivered;
        int bytes = SegmentCall.SIZEOF + argumentBytes;
        return bytes == delivered ? bytes + Long.BYTES : bytes; // readers distinguish the two forms by their sizes
    }

    /// The position of the stream in the format of `native_plan_t`: one more than the offset, or 0.
    int streamArgument() {
        return streamSource + 1;
    }

    /// Whether the plan has nothing but records, or nothing but callbacks of C tools.
    private boolean isOfOneSort() {
        boolean isInC = !isHooked() && !asksJava && handlers == 0;
        if (rangePlan != null) return isInC && callbacks == 0 && rangePlan.isOfKept();
        return isInC && (callbacks == 0 || buffers == 0);
    }

    /// Whether the plan has nothing but records in kept buffers.
    private boolean isOfKept() {
        return !asksJava && callbacks == 0 && buffers == counted;
    }

    /// Whether the plan is that of a mark which only becomes kept records.
    private boolean isOfKeptMarks() {
        if (range != null || isHooked() || streamSource >= 0 || retires || !isOfKept() || buffers == 0) return false;
        for (SlotEntry entry : entries) if (entry.place != null && !entry.isKeptMark()) return false;
        return true;
    }

    /// Whether it is a slot's plan, or can be one.
    boolean isOfCalls() {
        return use != Use.EVENTS;
    }

    /// Whether Java is visited for entries: to run a handler, or for an external id.
    public boolean visitsForEntries() {
        return handlers != 0 || asksJava;
    }

    /// Returns which pair of native functions begins and ends a call of the slot, a `PATH_*`.
    public int path() {
        if (use == Use.OBSERVATION) return NativeConstants.PATH_OBSERVED;
        if (isOfKeptMarks()) return NativeConstants.PATH_MARK;
        if (!isOfOneSort()) return NativeConstants.PATH_CALL;
        if (range != null) return NativeConstants.PATH_RANGES;
        return callbacks == 0 ? NativeConstants.PATH_RECORDS : NativeConstants.PATH_CALLBACKS;
    }

    /// Whether calls of the slot enter Java, and may be many.
    public boolean isBusyInJava() {
        return (isHooked() || asksJava || delivers()) && !isRare();
    }

    /// Whether all that is known of the function is that its calls are few.
    private boolean isRare() {
        return isHooked() && (outer == null || outer.isRare()) && (inner == null || inner.isRare());
    }

    /// Whether events of the plan go to a Java tool or a delivered buffer.
    public boolean delivers() {
        for (SlotEntry entry : entries)
            if (entry.handler != null || (entry.place != null && !entry.isKept())) return true;
        return rangePlan != null && rangePlan.delivers();
    }

    /// Whether an argument is passed in a vector register.
    public boolean takesFloats() {
        return takesFloats(moves);
    }

    static boolean takesFloats(long[] moves) {
        for (long move : moves) {
            long source = move & 0xFFFF;
            if (source >= NativeFrame.XMM_REGS && source < NativeFrame.RAX_IN) return true;
        }
        return false;
    }

    /// Returns the plan with this number.
    public static SlotPlan at(int index) {
        return all[index];
    }

    /// Gives a plan its number, before it is written.
    static synchronized void publish(SlotPlan plan) {
        SlotPlan[] known = all;
        if (count == known.length) known = Arrays.copyOf(known, 2 * count);
        plan.index = count;
        known[count++] = plan;
        all = known;
    }

    /// The number by which C names the plan.
    int index() {
        return index;
    }
}
