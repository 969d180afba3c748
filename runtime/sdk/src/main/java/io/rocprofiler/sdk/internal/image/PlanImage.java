package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.abi.MarkerControlOperation;
import io.rocprofiler.abi.MarkerNameOperation;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeImage;
import io.rocprofiler.abi.internal.NativeImagePeriod;
import io.rocprofiler.abi.internal.NativeImageSlot;
import io.rocprofiler.abi.internal.NativeImageTable;
import io.rocprofiler.abi.internal.NativeImageWord;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import io.rocprofiler.sdk.internal.plan.BufferService;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventServices;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.FollowedStreams;
import io.rocprofiler.sdk.internal.plan.NativePlans;
import io.rocprofiler.sdk.internal.plan.PlanTarget;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.SlotPlans;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The plans of a whole recording in one piece of memory, which the recorder in C maps and executes in a process
/// without the engine (`docs/adr/0031-a-recorder-without-a-jvm.md`).
///
/// ```
/// | native_image_t | plans, active words | slots of each table | tables | lists | texts |
/// ```
/// All addresses in it are offsets from its start.
public final class PlanImage implements PlanTarget {
    private static final int CHECKED_FROM = NativeImage.CHECKSUM + Integer.BYTES;

    private final ImageMemory memory = new ImageMemory();
    private final NativePlans plans = new NativePlans(memory);
    private final List<Long> written = new ArrayList<>();
    private final List<StagedStruct> tables = new ArrayList<>();
    private final List<StagedStruct> words = new ArrayList<>();
    private final RecordedApis recorded;
    private final TracingContext primary;
    private final TracingContext lasting;

    /// Compiles the plans of a recording.
    ///
    /// @return the contents of the image's file
    public static ByteBuffer compile(RecordedApis recorded) {
        return new PlanImage(recorded).compile();
    }

    private PlanImage(RecordedApis recorded) {
        this.recorded = recorded;
        RecorderClient client = new RecorderClient();
        primary = context(0, client, recorded.kinds());
        lasting = context(1, client, recorded.always());
        memory.allocate(NativeImage.SIZEOF);
    }

    private static TracingContext context(int index, RecorderClient client, List<BufferTracingKind> kinds) {
        TracingContext context = new TracingContext(index + 1, index, client);
        for (BufferTracingKind kind : kinds) context.addBuffered(kind, new int[0], new RecordPlace.InFile(0));
        return context;
    }

    private ByteBuffer compile() {
        EventSlots events = new EventSlots(this);
        RecordedWork work = recorded.work();
        primary.streams(work.streamShift());
        if (work.renames()) lasting.nameWork(new RecordPlace.InFile(0));
        for (int i = 0; i < ApiTables.count(); i++) add(ApiTables.get(i), events);
        SlotPlans older = SlotPlans.ofOlder(ApiTables.ROCTX_CORE, events, 0);
        add(ApiTables.ROCTX_CORE, older, NativeConstants.OLDER_MARKERS, NativeConstants.IMAGE_OLDER);
        StagedStruct header = new StagedStruct(NativeImage.SIZEOF);
        header.putLong(NativeImage.MAGIC, NativeConstants.IMAGE_MAGIC);
        header.putLong(NativeImage.LAYOUT, NativeConstants.LAYOUT);
        header.putInt(NativeImage.FLAGS, flags());
        header.putInt(NativeImage.PERIOD_COUNT, recorded.periods().size());
        header.putLong(NativeImage.PERIODS, addPeriods());
        header.putLong(NativeImage.VARIABLES, addNames(recorded.variables()));
        if (work.isAny()) add(work, events, header);
        header.putInt(NativeImage.TABLE_COUNT, tables.size());
        header.putInt(NativeImage.PLAN_COUNT, written.size());
        header.putInt(NativeImage.WORD_COUNT, words.size());
        header.putLong(NativeImage.TABLES, addAll(tables, NativeImageTable.SIZEOF));
        header.putLong(NativeImage.WORDS, addAll(words, NativeImageWord.SIZEOF));
        header.putLong(NativeImage.PLANS, addPlans());
        header.putLong(NativeImage.BYTES, memory.bytes());
        memory.write(header, 0);
        return sealed(memory.contents());
    }

    private int flags() {
        return (recorded.waits() ? NativeConstants.IMAGE_WAITS : 0)
                | (recorded.logsPeriods() ? NativeConstants.IMAGE_LOGS_PERIODS : 0)
                | recorded.work().flags();
    }

    private long addNames(List<String> names) {
        return memory.add(String.join("\0", names) + "\0");
    }

    private long addPeriods() {
        List<StagedStruct> structs = new ArrayList<>();
        for (CollectionPeriod period : recorded.periods()) {
            StagedStruct struct = new StagedStruct(NativeImagePeriod.SIZEOF);
            struct.putLong(NativeImagePeriod.DELAY_NS, period.delayNanos());
            struct.putLong(NativeImagePeriod.DURATION_NS, period.durationNanos());
            struct.putLong(NativeImagePeriod.REPEAT, period.repeat());
            structs.add(struct);
        }
        return addAll(structs, NativeImagePeriod.SIZEOF);
    }

    private long addAll(List<StagedStruct> structs, int size) {
        long address = memory.allocate((long) structs.size() * size);
        for (int i = 0; i < structs.size(); i++) memory.write(structs.get(i), address + (long) i * size);
        return address;
    }

    private long addPlans() {
        long size = (long) written.size() * Long.BYTES;
        StagedStruct list = new StagedStruct(size);
        for (int i = 0; i < written.size(); i++) list.putLong((long) i * Long.BYTES, written.get(i));
        return memory.add(list, size);
    }

    private static ByteBuffer sealed(ByteBuffer contents) {
        CRC32C checksum = new CRC32C();
        checksum.update(contents.slice(CHECKED_FROM, contents.limit() - CHECKED_FROM));
        return contents.putInt(NativeImage.CHECKSUM, (int) checksum.getValue());
    }

    // --- work of the GPU ----------------------------------------------------------------------------------------

    private void add(RecordedWork work, EventSlots events, StagedStruct header) {
        if (work.kernels()) addDispatches(events, header);
        if (work.copies()) header.putLong(NativeImage.COPIES_ACTIVE, addWord());
        if (work.allocations()) header.putLong(NativeImage.ALLOCATIONS_ACTIVE, addWord());
        if (work.scratch()) header.putLong(NativeImage.SCRATCH_ACTIVE, addWord());
        if (work.graphs()) header.putLong(NativeImage.GRAPHS_ACTIVE, addWord());
        header.putLong(NativeImage.STREAM_SHIFT, work.streamShift());
        header.putLong(NativeImage.AGENT_QUESTIONS, addNumbers(AgentQuestions.ofAgents()));
        header.putLong(NativeImage.POOL_QUESTIONS, addNumbers(AgentQuestions.ofPools()));
        header.putLong(NativeImage.CACHE_QUESTIONS, addNumbers(AgentQuestions.ofCaches()));
        header.putLong(NativeImage.VISIBILITY, addNames(AgentQuestions.variables()));
    }

    /// The plan of a dispatch has the operation COMPLETE, that of its external ids ENQUEUE.
    private void addDispatches(EventSlots events, StagedStruct header) {
        BitSet all = new BitSet();
        BufferService service = new BufferService(BufferTracingKind.KERNEL_DISPATCH, all, new RecordPlace.InFile(0));
        int complete = KernelDispatchOperation.COMPLETE.value();
        int enqueue = KernelDispatchOperation.ENQUEUE.value();
        EventSlot slot = events.of(List.of(SlotEntry.buffered(primary, service, complete, false)));
        SlotPlan ids = events.plan(List.of(SlotEntry.buffered(primary, service, enqueue, false)));
        header.putLong(NativeImage.DISPATCH_PLAN, slot.plan().nativePlan());
        header.putLong(NativeImage.DISPATCH_ACTIVE, slot.activeAddress());
        header.putLong(NativeImage.ENQUEUE_PLAN, ids.nativePlan());
    }

    /// Adds a word whose first bit says whether something is recorded at the moment.
    private long addWord() {
        return addWord(1, 0);
    }

    /// Adds a word.
    ///
    /// @param on the bits that are set while something is recorded
    /// @param lasting those that are set always
    private long addWord(long on, long lasting) {
        StagedStruct initially = new StagedStruct(Long.BYTES);
        initially.putLong(0, lasting);
        long address = memory.add(initially, Long.BYTES);
        StagedStruct word = new StagedStruct(NativeImageWord.SIZEOF);
        word.putLong(NativeImageWord.ACTIVE, address);
        word.putLong(NativeImageWord.ON, on);
        words.add(word);
        return address;
    }

    /// Adds numbers, after their count.
    private long addNumbers(int... numbers) {
        long size = (numbers.length / 2 + 1L) * Long.BYTES;
        StagedStruct list = new StagedStruct(size);
        list.putInt(0, numbers.length);
        for (int i = 0; i < numbers.length; i++) list.putInt((1L + i) * Integer.BYTES, numbers[i]);
        return memory.add(list, size);
    }

    // --- tables -------------------------------------------------------------------------------------------------

    private void add(ApiTable table, EventSlots events) {
        List<EventService> following = recorded.work().streamShift() != 0 ? List.of(new FollowedStreams()) : List.of();
        add(table, SlotPlans.of(table, events, new EventServices(following), 0), table.position(), 0);
    }

    private void add(ApiTable table, SlotPlans compiled, int position, int flag) {
        List<Slot> slots = new ArrayList<>();
        for (int operation = 0; operation < table.operations(); operation++) {
            SlotPlan plan = plan(table, operation, compiled);
            if (plan == null) continue;
            write(plan);
            slots.add(new Slot(operation, plan, path(table, operation, plan)));
        }
        if (slots.isEmpty() && replaced(table) == NativeConstants.IMAGE_OTHER_TABLE) return;
        int flags = flag | (compiled.isOfAll() ? NativeConstants.IMAGE_OF_ALL : 0);
        add(table, position, table.major(), slots, flags);
        for (int major : table.earlierMajors())
            add(table, position, major, slots, flags | NativeConstants.IMAGE_EARLIER);
    }

    /// A slot of the image.
    private record Slot(int operation, SlotPlan plan, int path) {}

    private @Nullable SlotPlan plan(ApiTable table, int operation, SlotPlans compiled) {
        SlotPlan plan = compiled.plan(operation, null);
        if (plan != null || control(table, operation) < 0) return plan;
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 0, 0, 0);
        return new SlotPlan(List.of(SlotEntry.wake(lasting)), none, null, null, false);
    }

    private int path(ApiTable table, int operation, SlotPlan plan) {
        int control = control(table, operation);
        return control < 0 ? plan.path() : control;
    }

    /// Returns the path of a function that controls the recorder, or gives a name; -1 for all others.
    private int control(ApiTable table, int operation) {
        if (table == ApiTables.HIP_RUNTIME)
            return makesFollowed(table, operation) ? NativeConstants.PATH_STREAM_MADE : -1;
        if (table == ApiTables.ROCTX_NAME) return name(operation);
        if (table != ApiTables.ROCTX_CONTROL || !recorded.control()) return -1;
        if (operation == MarkerControlOperation.roctxProfilerPause.value()) return NativeConstants.PATH_PAUSE;
        boolean resumes = operation == MarkerControlOperation.roctxProfilerResume.value();
        return resumes ? NativeConstants.PATH_RESUME : -1;
    }

    private boolean makesFollowed(ApiTable table, int operation) {
        return recorded.work().streamShift() != 0 && table.streamSource(operation) >= 0 && table.makesStream(operation);
    }

    /// Only work of the GPU refers to agents.
    private int name(int operation) {
        if (operation == MarkerNameOperation.roctxNameOsThread.value()) return NativeConstants.PATH_THREAD_NAME;
        if (operation == MarkerNameOperation.roctxNameHipStream.value()) return NativeConstants.PATH_STREAM_NAME;
        if (!recorded.work().isAny()) return -1;
        if (operation == MarkerNameOperation.roctxNameHsaAgent.value()) return NativeConstants.PATH_AGENT_NAME;
        boolean ofDevice = operation == MarkerNameOperation.roctxNameHipDevice.value();
        return ofDevice ? NativeConstants.PATH_DEVICE_NAME : -1;
    }

    /// Returns which table it is, if the recorder follows work of the GPU by functions in place of some of its, or by
    /// its presence.
    private int replaced(ApiTable table) {
        if (!recorded.work().isAny()) return NativeConstants.IMAGE_OTHER_TABLE;
        if (table == ApiTables.HSA_CORE) return NativeConstants.IMAGE_HSA_CORE;
        if (table == ApiTables.HSA_AMD_EXT) return NativeConstants.IMAGE_HSA_AMD_EXT;
        if (table == ApiTables.HSA_TOOLS) return NativeConstants.IMAGE_HSA_TOOLS;
        if (table == ApiTables.HSA_PC_SAMPLING) return NativeConstants.IMAGE_HSA_PC_SAMPLING;
        if (table == ApiTables.HIP_RUNTIME && recorded.work().isOfGraphs()) return NativeConstants.IMAGE_HIP_RUNTIME;
        return table == ApiTables.HIP_COMPILER ? NativeConstants.IMAGE_HIP_COMPILER : NativeConstants.IMAGE_OTHER_TABLE;
    }

    private void add(ApiTable table, int position, int major, List<Slot> slots, int flags) {
        List<StagedStruct> structs = new ArrayList<>();
        for (Slot slot : slots) {
            int offset = table.slotOffset(major, slot.operation());
            if (offset != 0) structs.add(struct(table, slot, offset));
        }
        StagedStruct struct = new StagedStruct(NativeImageTable.SIZEOF);
        struct.putLong(NativeImageTable.LIBRARY, memory.add(table.commonName()));
        struct.putLong(NativeImageTable.NAME, memory.add(table.name()));
        struct.putInt(NativeImageTable.POSITION, position);
        struct.putInt(NativeImageTable.CONTAINER, table.containerOffset());
        struct.putInt(NativeImageTable.HEADER_BYTES, table.headerBytes());
        struct.putInt(NativeImageTable.MAJOR, major);
        struct.putInt(NativeImageTable.KNOWN_BYTES, table.slotOffset(table.count()));
        struct.putInt(NativeImageTable.FLAGS, flags);
        struct.putInt(NativeImageTable.SLOT_COUNT, structs.size());
        struct.putLong(NativeImageTable.SLOTS, addAll(structs, NativeImageSlot.SIZEOF));
        if (replaced(table) != NativeConstants.IMAGE_OTHER_TABLE) addOperations(table, major, struct);
        tables.add(struct);
    }

    private void addOperations(ApiTable table, int major, StagedStruct struct) {
        int[] offsets = new int[table.count()];
        for (int operation = 0; operation < offsets.length; operation++)
            offsets[operation] = table.slotOffset(major, operation);
        struct.putInt(NativeImageTable.OF, replaced(table));
        struct.putLong(NativeImageTable.OPERATIONS, addNumbers(offsets) + Integer.BYTES);
        struct.putLong(NativeImageTable.OPERATION_COUNT, offsets.length);
    }

    private StagedStruct struct(ApiTable table, Slot slot, int offset) {
        StagedStruct struct = new StagedStruct(NativeImageSlot.SIZEOF);
        struct.putInt(NativeImageSlot.OFFSET, offset);
        struct.putInt(NativeImageSlot.PATH, slot.path());
        struct.putLong(NativeImageSlot.PLAN, slot.plan().nativePlan());
        struct.putLong(NativeImageSlot.ON, bits(slot.plan(), primary));
        struct.putLong(NativeImageSlot.LASTING, bits(slot.plan(), lasting) | awake(slot.path()));
        struct.putInt(NativeImageSlot.STACK_WORDS, table.stackWords(slot.operation()));
        struct.putInt(NativeImageSlot.FLOATS, slot.plan().takesFloats() ? 1 : 0);
        if (slot.path() == NativeConstants.PATH_STREAM_MADE)
            struct.putLong(NativeImageSlot.ARGUMENT, table.streamSource(slot.operation()) + 1L);
        return struct;
    }

    /// Controls and names have their effect also where nothing records them.
    private static long awake(int path) {
        return path >= NativeConstants.PATH_PAUSE ? SlotPlan.AWAKE : 0;
    }

    private static long bits(SlotPlan plan, TracingContext context) {
        long bits = 0;
        for (int i = 0; i < plan.entries.length; i++) if (context.equals(plan.entries[i].context)) bits |= 1L << i;
        return bits;
    }

    // --- plans --------------------------------------------------------------------------------------------------

    @Override
    public TracingContext[] contexts() {
        return new TracingContext[] {primary, lasting};
    }

    @Override
    public void write(SlotPlan plan) {
        plans.write(plan);
        written.add(plan.nativePlan());
    }

    @Override
    public long watch(SlotPlan plan) {
        return addWord(bits(plan, primary), bits(plan, lasting));
    }

    @Override
    public void widen(long word, SlotPlan plan, SlotPlan wider) {
        throw new IllegalStateException("an image is compiled once");
    }

    @Override
    public void replace(SlotPlan plan, SlotPlan wider) {
        throw new IllegalStateException("an image is compiled once");
    }

    @Override
    public long observe(long function, ApiTable table, int operation, SlotPlan plan) {
        return 0;
    }
}
