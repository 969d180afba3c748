package io.rocprofiler.roctracer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.ActivityApiPhase;
import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiData;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HsaApiData;
import io.rocprofiler.abi.HsaApiId;
import io.rocprofiler.abi.HsaEvtData;
import io.rocprofiler.abi.HsaEvtId;
import io.rocprofiler.abi.RoctxApiData;
import io.rocprofiler.abi.RoctxApiId;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests views of C's structs in memory laid out as in C.
final class TracerCallbackTest {
    private final Arena arena = Arena.ofAuto();
    private final Views views = new Views();

    private MemorySegment struct(long size) {
        return arena.allocate(size, Long.BYTES);
    }

    private TracerCallback view(Op op, MemorySegment data) {
        return views.open(op.domain(), op.number(), data.address());
    }

    @Test
    void a_call_of_hip_has_arguments_by_name() {
        MemorySegment data = struct(HipApiData.SIZEOF);
        data.set(ValueLayout.JAVA_INT, HipApiData.PHASE, ActivityApiPhase.EXIT.value());
        data.set(ValueLayout.JAVA_LONG, HipApiData.CORRELATION_ID, 7);
        data.set(ValueLayout.JAVA_LONG, HipApiData.ARGS, 0x7000);
        data.set(ValueLayout.JAVA_LONG, HipApiData.ARGS + 16, 4096);
        data.set(ValueLayout.JAVA_INT, HipApiData.ARGS + 24, 2);
        data.set(ValueLayout.JAVA_INT, HipApiData.ARGS + 28, -1); // padding
        ApiCallback call = (ApiCallback) view(Op.of(HipApiId.hipMemcpy), data);
        assertThat(call.phase()).isEqualTo(ActivityApiPhase.EXIT);
        assertThat(call.correlationId()).isEqualTo(7);
        assertThat(call.argumentNames()).containsExactly("dst", "src", "sizeBytes", "kind");
        assertThat(call.argument("sizeBytes").asLong()).isEqualTo(4096);
        assertThat(call.argument("kind").asLong()).isEqualTo(2);
        assertThat(call.argument("dst")).hasToString("dst = 0x7000");
        assertThat(call.argument("src").target(8)).isNull();
        assertThat(call.result()).isZero();
        assertThatThrownBy(() -> call.argument("nope")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_pointer_shows_what_it_points_to_and_a_struct_its_bytes() {
        MemorySegment data = struct(HipApiData.SIZEOF);
        MemorySegment target = arena.allocateFrom(ValueLayout.JAVA_LONG, 99);
        data.set(ValueLayout.JAVA_LONG, HipApiData.ARGS, target.address());
        data.set(ValueLayout.JAVA_INT, HipApiData.ARGS + 8, 64); // numBlocks.x
        ApiCallback call = (ApiCallback) view(Op.of(HipApiId.hipLaunchKernel), data);
        MemorySegment shown =
                Objects.requireNonNull(call.argument("function_address").target(Long.BYTES));
        assertThat(shown.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(99);
        assertThat(call.argument("numBlocks").asSegment().get(ValueLayout.JAVA_INT, 0))
                .isEqualTo(64);
        assertThat(call.argument("numBlocks")).hasToString("numBlocks = {12 bytes}");
    }

    @Test
    void signed_arguments_keep_their_signs() {
        MemorySegment data = struct(HipApiData.SIZEOF);
        data.set(ValueLayout.JAVA_INT, HipApiData.ARGS, -5);
        ApiCallback call = (ApiCallback) view(Op.of(HipApiId.hipSetDevice), data);
        assertThat(call.argument("deviceId").asLong()).isEqualTo(-5);
        assertThat(call.argument("deviceId").asInt()).isEqualTo(-5);
        assertThat(call.argument("deviceId").asDouble()).isEqualTo(-5);
    }

    @Test
    void a_word_is_kept_from_enter_to_exit_and_hsa_has_a_result() {
        MemorySegment data = struct(HsaApiData.SIZEOF);
        MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
        data.set(ValueLayout.JAVA_LONG, HsaApiData.PHASE_DATA, word.address());
        data.set(ValueLayout.JAVA_LONG, HsaApiData.RESULT, 4096);
        ApiCallback call = (ApiCallback) view(Op.of(HsaApiId.hsa_queue_create), data);
        call.userData(123);
        assertThat(word.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(123);
        assertThat(call.userData()).isEqualTo(123);
        assertThat(call.result()).isEqualTo(4096);
        assertThat(call.phase()).isEqualTo(ActivityApiPhase.ENTER);
    }

    @Test
    void a_function_newer_than_the_library_has_no_arguments() {
        ApiCallback call = (ApiCallback) view(new Op(ActivityDomain.HIP_API, 1000), struct(HipApiData.SIZEOF));
        assertThat(call.argumentNames()).isEmpty();
    }

    @Test
    void markers_and_events_have_their_own_views() {
        MemorySegment marker = struct(RoctxApiData.SIZEOF);
        marker.set(ValueLayout.JAVA_LONG, RoctxApiData.ARGS_ID, 5);
        MarkerCallback start = (MarkerCallback) view(Op.of(RoctxApiId.roctxRangeStartA), marker);
        assertThat(start.message()).isNull();
        assertThat(start.rangeId()).isEqualTo(5);
        assertThat(start.operationName()).isEqualTo("roctxRangeStartA");
        MemorySegment allocation = struct(HsaEvtData.SIZEOF);
        allocation.set(ValueLayout.JAVA_LONG, HsaEvtData.ALLOCATE_PTR, 0x9000);
        allocation.set(ValueLayout.JAVA_LONG, HsaEvtData.ALLOCATE_SIZE, 64);
        EventCallback event = (EventCallback) view(Op.of(HsaEvtId.ALLOCATE), allocation);
        assertThat(event.address()).isEqualTo(0x9000);
        assertThat(event.sizeBytes()).isEqualTo(64);
        assertThatThrownBy(event::uri).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_handler_that_makes_a_traced_call_keeps_its_view() {
        MemorySegment outer = struct(HipApiData.SIZEOF);
        MemorySegment inner = struct(HipApiData.SIZEOF);
        outer.set(ValueLayout.JAVA_LONG, HipApiData.CORRELATION_ID, 1);
        inner.set(ValueLayout.JAVA_LONG, HipApiData.CORRELATION_ID, 2);
        ApiCallback first = (ApiCallback) view(Op.of(HipApiId.hipMalloc), outer);
        ApiCallback second = (ApiCallback) view(Op.of(HipApiId.hipFree), inner);
        assertThat(second.correlationId()).isEqualTo(2);
        views.close(second);
        assertThat(first.correlationId()).isEqualTo(1);
        views.close(first);
        assertThatThrownBy(first::correlationId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a callback's view was used after its handler had returned");
    }
}
