package io.rocprofiler.sdk.internal.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeEntry;
import io.rocprofiler.abi.internal.NativeImage;
import io.rocprofiler.abi.internal.NativeImagePeriod;
import io.rocprofiler.abi.internal.NativeImageSlot;
import io.rocprofiler.abi.internal.NativeImageTable;
import io.rocprofiler.abi.internal.NativeImageWord;
import io.rocprofiler.abi.internal.NativePlan;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/// What an image says, read as the recorder reads it: by offsets from its start.
final class PlanImageTest {
    private final List<String> wrong = new ArrayList<>();

    private static final List<BufferTracingKind> MARKERS =
            List.of(BufferTracingKind.MARKER_CORE_RANGE_API, BufferTracingKind.MARKER_NAME_API);

    @Test
    void an_image_has_a_plan_for_each_function_of_a_table_that_is_recorded_whole() {
        ByteBuffer image = compile(List.of(BufferTracingKind.HIP_RUNTIME_API_EXT), false);
        ApiTable hip = ApiTables.HIP_RUNTIME;
        int table = Objects.requireNonNull(tables(image).get("HIP_RUNTIME"));
        assertThat(image.getInt(table + NativeImageTable.SLOT_COUNT)).isEqualTo(hip.operations());
        assertThat(image.getInt(table + NativeImageTable.FLAGS)).isEqualTo(NativeConstants.IMAGE_OF_ALL);
        int slots = (int) image.getLong(table + NativeImageTable.SLOTS);
        for (int operation = 0; operation < hip.operations(); operation++) {
            int slot = slots + operation * NativeImageSlot.SIZEOF;
            int plan = (int) image.getLong(slot + NativeImageSlot.PLAN);
            int entry = (int) image.getLong(plan + NativePlan.ENTRIES);
            assertThat(image.getInt(slot + NativeImageSlot.OFFSET)).isEqualTo(hip.slotOffset(operation));
            assertThat(image.getInt(slot + NativeImageSlot.STACK_WORDS)).isEqualTo(hip.stackWords(operation));
            assertThat(image.getInt(slot + NativeImageSlot.PATH)).isEqualTo(NativeConstants.PATH_RECORDS);
            assertThat(image.getLong(slot + NativeImageSlot.ON)).isEqualTo(1);
            assertThat(moves(image, plan)).isEqualTo(hip.argMoves(operation));
            assertThat(image.getLong(entry + NativeEntry.KIND_OPERATION))
                    .isEqualTo(BufferTracingKind.HIP_RUNTIME_API_EXT.value() | (long) operation << 32);
            assertThat(image.getInt(entry + NativeEntry.RECORD)).isEqualTo(NativeConstants.RECORD_KEPT);
        }
    }

    @Test
    void tables_that_nobody_asked_for_are_not_in_it() {
        assertThat(tables(compile(List.of(BufferTracingKind.RCCL_API), false))).containsOnlyKeys("RCCL", "ROCTX_NAME");
    }

    @Test
    void a_table_with_other_slots_in_earlier_releases_is_in_it_once_for_each() {
        ByteBuffer image = compile(List.of(BufferTracingKind.HSA_AMD_EXT_API), false);
        int earlier = 0;
        int count = image.getInt(NativeImage.TABLE_COUNT);
        for (int i = 0; i < count; i++) {
            int table = (int) image.getLong(NativeImage.TABLES) + i * NativeImageTable.SIZEOF;
            if ((image.getInt(table + NativeImageTable.FLAGS) & NativeConstants.IMAGE_EARLIER) != 0) earlier++;
        }
        assertThat(earlier).isEqualTo(ApiTables.HSA_AMD_EXT.earlierMajors().length);
    }

    @Test
    void ranges_have_words_that_follow_the_recording() {
        ByteBuffer image = compile(MARKERS, true);
        assertThat(image.getInt(NativeImage.WORD_COUNT))
                .isEqualTo(4); // pushed and started ranges, through either library
        int word = (int) image.getLong(NativeImage.WORDS);
        assertThat(image.getLong(word + NativeImageWord.ON)).isEqualTo(1);
        assertThat(image.getLong((int) image.getLong(word + NativeImageWord.ACTIVE)))
                .isZero();
    }

    @Test
    void controls_and_names_have_their_effect_while_recording_is_paused() {
        ByteBuffer image = compile(MARKERS, false);
        assertThat(paths(image, "ROCTX_CONTROL"))
                .containsOnlyKeys(NativeConstants.PATH_PAUSE, NativeConstants.PATH_RESUME);
        paths(image, "ROCTX_CONTROL")
                .forEach((path, lasting) -> assertThat(lasting & SlotPlan.AWAKE).isNotZero());
        assertThat(paths(image, "ROCTX_NAME"))
                .containsEntry(NativeConstants.PATH_THREAD_NAME, SlotPlan.AWAKE)
                .containsEntry(NativeConstants.PATH_STREAM_NAME, SlotPlan.AWAKE)
                .containsEntry(NativeConstants.PATH_RECORDS, 0L);
    }

    @Test
    void its_checksum_is_that_of_all_behind_it() {
        ByteBuffer image = compile(MARKERS, false);
        CRC32C checksum = new CRC32C();
        checksum.update(image.slice(NativeImage.FLAGS, image.limit() - NativeImage.FLAGS));
        assertThat(image.getInt(NativeImage.CHECKSUM)).isEqualTo((int) checksum.getValue());
        assertThat(image.getLong(NativeImage.BYTES)).isEqualTo(image.limit());
        assertThat(text(image, (int) image.getLong(NativeImage.VARIABLES))).isEqualTo("env.RANK=RANK");
    }

    @Test
    void it_has_the_collection_periods() {
        ByteBuffer image = compile(MARKERS, true);
        int at = (int) image.getLong(NativeImage.PERIODS);
        assertThat(image.getInt(NativeImage.FLAGS))
                .isEqualTo(NativeConstants.IMAGE_WAITS | NativeConstants.IMAGE_LOGS_PERIODS);
        assertThat(image.getInt(NativeImage.PERIOD_COUNT)).isEqualTo(2);
        long[] words = new long[6];
        image.slice(at, 2 * NativeImagePeriod.SIZEOF)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(words);
        assertThat(words).containsExactly(0, 7, 2, Long.MAX_VALUE, 1, 0);
        assertThat(wrong).containsExactly("x");
        assertThat(compile(MARKERS, false).getInt(NativeImage.PERIOD_COUNT)).isZero();
    }

    /// What is not selected has no word; tables by which work is followed are there without plans.
    @Test
    void it_says_which_work_is_recorded_and_where_functions_are_replaced() {
        RecordedWork work = new RecordedWork(true, false, true, false, false, 40, false);
        ByteBuffer image = compile(
                new RecordedApis(List.of(), List.of(), work, false, false, List.of(), false, List.of("env.RANK=RANK")));
        assertThat(image.getInt(NativeImage.FLAGS))
                .isEqualTo(NativeConstants.IMAGE_KERNELS | NativeConstants.IMAGE_ALLOCATIONS);
        assertThat(image.getLong(NativeImage.STREAM_SHIFT)).isEqualTo(40);
        assertThat(image.getLong(NativeImage.COPIES_ACTIVE)).isZero();
        assertThat(image.getLong(NativeImage.ALLOCATIONS_ACTIVE)).isPositive();
        assertThat(image.getLong(NativeImage.DISPATCH_PLAN)).isPositive();
        int questions = (int) image.getLong(NativeImage.AGENT_QUESTIONS);
        assertThat(image.getInt(questions)).isEqualTo(AgentQuestions.ofAgents().length);
        assertThat(image.getInt(questions + Integer.BYTES)).isEqualTo(AgentQuestions.ofAgents()[0]);
        int core = Objects.requireNonNull(tables(image).get("HSA_CORE"));
        assertThat(image.getInt(core + NativeImageTable.OF)).isEqualTo(NativeConstants.IMAGE_HSA_CORE);
        assertThat(image.getInt(core + NativeImageTable.SLOT_COUNT)).isZero();
        int operations = (int) image.getLong(core + NativeImageTable.OPERATIONS);
        assertThat(image.getInt(operations)).isEqualTo(ApiTables.HSA_CORE.slotOffset(0));
    }

    /// Pushed ranges name work also while recording is paused, with an entry that writes no record. Started ones do
    /// not.
    @Test
    void pushed_ranges_name_work() {
        RecordedWork work = new RecordedWork(true, false, false, false, false, 0, true);
        ByteBuffer image = compile(
                new RecordedApis(List.of(), List.of(), work, true, true, List.of(), false, List.of("env.RANK=RANK")));
        assertThat(image.getInt(NativeImage.FLAGS) & NativeConstants.IMAGE_RENAMES)
                .isPositive();
        assertThat(paths(image, "ROCTX_CORE").keySet()).containsExactly(NativeConstants.PATH_RANGES);
        int table = Objects.requireNonNull(tables(image).get("ROCTX_CORE"));
        assertThat(image.getInt(table + NativeImageTable.SLOT_COUNT)).isEqualTo(2);
        int slot = (int) image.getLong(table + NativeImageTable.SLOTS);
        int push = (int) image.getLong(slot + NativeImageSlot.PLAN);
        int range = (int) image.getLong(push + NativePlan.RANGE);
        assertThat(image.getLong(range + NativePlan.NAMING)).isEqualTo(1);
        assertThat(image.getLong(range + NativePlan.BUFFERS)).isZero();
        assertThat(image.getLong(range + NativePlan.KEPT)).isZero();
        assertThat(image.getLong((int) image.getLong(push + NativePlan.RANGE_ACTIVE)))
                .isEqualTo(1);
    }

    private ByteBuffer compile(List<BufferTracingKind> kinds, boolean waits) {
        boolean markers = kinds.equals(MARKERS);
        List<BufferTracingKind> always = markers ? List.of(BufferTracingKind.MARKER_CONTROL_API) : List.of();
        List<CollectionPeriod> periods =
                waits ? CollectionPeriod.parse("0:7:2;x;9223372036854775808:1:0", wrong::add) : List.of();
        return compile(new RecordedApis(
                kinds, always, RecordedWork.NONE, markers, waits, periods, waits, List.of("env.RANK=RANK")));
    }

    private static ByteBuffer compile(RecordedApis recorded) {
        return PlanImage.compile(recorded).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Map<String, Integer> tables(ByteBuffer image) {
        Map<String, Integer> tables = new LinkedHashMap<>();
        for (int i = 0; i < image.getInt(NativeImage.TABLE_COUNT); i++) {
            int table = (int) image.getLong(NativeImage.TABLES) + i * NativeImageTable.SIZEOF;
            tables.putIfAbsent(text(image, (int) image.getLong(table + NativeImageTable.NAME)), table);
        }
        return tables;
    }

    /// Returns the lasting bits of a table's slots by their paths.
    private static Map<Integer, Long> paths(ByteBuffer image, String name) {
        Map<Integer, Long> paths = new LinkedHashMap<>();
        int table = Objects.requireNonNull(tables(image).get(name));
        int slots = (int) image.getLong(table + NativeImageTable.SLOTS);
        for (int i = 0; i < image.getInt(table + NativeImageTable.SLOT_COUNT); i++) {
            int slot = slots + i * NativeImageSlot.SIZEOF;
            paths.put(image.getInt(slot + NativeImageSlot.PATH), image.getLong(slot + NativeImageSlot.LASTING));
        }
        return paths;
    }

    private static long[] moves(ByteBuffer image, int plan) {
        long[] moves = new long[image.getInt(plan + NativePlan.MOVE_COUNT)];
        int at = (int) image.getLong(plan + NativePlan.MOVES);
        for (int i = 0; i < moves.length; i++) moves[i] = image.getLong(at + i * Long.BYTES);
        return moves;
    }

    private static String text(ByteBuffer image, int at) {
        int end = at;
        while (image.get(end) != 0) end++;
        byte[] bytes = new byte[end - at];
        image.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
