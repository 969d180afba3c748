package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.abi.internal.MarkerCoreApiId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OperationsTest {
    @Test
    void apiKindsNameTheFunction() {
        assertThat(Operations.count(CallbackTracingKind.HIP_RUNTIME_API)).isEqualTo(545);
        assertThat(Operations.name(CallbackTracingKind.HIP_RUNTIME_API, 0)).isEqualTo("hipApiName");
        assertThat(Operations.name(BufferTracingKind.HIP_RUNTIME_API_EXT, 0)).isEqualTo("hipApiName");
        assertThat(Operations.find(BufferTracingKind.HIP_RUNTIME_API, "hipMalloc"))
                .isEqualTo(HipRuntimeOperation.hipMalloc.value());
        assertThat(Operations.name(CallbackTracingKind.HSA_IMAGE_EXT_API, 13)).isNull();
        assertThat(Operations.name(CallbackTracingKind.HIP_RUNTIME_API, 545)).isNull();
        assertThat(Operations.name(CallbackTracingKind.HIP_RUNTIME_API, -1)).isNull();
    }

    @Test
    void everyApiOperationIsFoundByItsName() {
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            for (int operation = 0; operation < Operations.count(kind); operation++) {
                String name = Objects.requireNonNull(Operations.name(kind, operation));
                assertThat(Operations.find(kind, name)).as("%s %s", kind, name).isEqualTo(operation);
            }
        }
    }

    @Test
    void otherKindsNameTheEnumerator() {
        assertThat(Operations.name(BufferTracingKind.MEMORY_COPY, 2)).isEqualTo("MEMORY_COPY_HOST_TO_DEVICE");
        assertThat(Operations.name(BufferTracingKind.KERNEL_DISPATCH, 2)).isEqualTo("KERNEL_DISPATCH_COMPLETE");
        assertThat(Operations.name(CallbackTracingKind.CODE_OBJECT, 1)).isEqualTo("CODE_OBJECT_LOAD");
        assertThat(Operations.name(CallbackTracingKind.HIP_STREAM, 3)).isEqualTo("HIP_STREAM_SET");
        assertThat(Operations.name(CallbackTracingKind.OMPT, 0)).isEqualTo("omp_thread_begin");
        assertThat(Operations.name(CallbackTracingKind.OMPT, 30)).isEqualTo("omp_callback_functions");
        assertThat(Operations.name(BufferTracingKind.KFD_PAGE_MIGRATE, 0))
                .isEqualTo("ROCPROFILER_KFD_PAGE_MIGRATE_PREFETCH");
        assertThat(Operations.count(BufferTracingKind.MEMORY_ALLOCATION)).isEqualTo(5);
    }

    @Test
    void kindsWithoutOperationsHaveNone() {
        assertThat(Operations.count(CallbackTracingKind.NONE)).isZero();
        assertThat(Operations.count(BufferTracingKind.CORRELATION_ID_RETIREMENT))
                .isZero();
        assertThat(Operations.name(BufferTracingKind.NONE, 0)).isNull();
        assertThat(Operations.find(BufferTracingKind.NONE, "hipMalloc")).isEqualTo(-1);
    }

    @Test
    void rangesFoldTheFunctionsThatOpenAndCloseThem() {
        assertThat(Operations.count(CallbackTracingKind.MARKER_CORE_RANGE_API)).isEqualTo(4);
        assertThat(range(MarkerCoreOperation.roctxRangePushA)).isEqualTo(MarkerCoreRangeOperation.roctxThreadRangeA);
        assertThat(range(MarkerCoreOperation.roctxRangePop)).isEqualTo(MarkerCoreRangeOperation.roctxThreadRangeA);
        assertThat(range(MarkerCoreOperation.roctxRangeStop)).isEqualTo(MarkerCoreRangeOperation.roctxProcessRangeA);
        assertThat(Operations.coreOfRange(MarkerCoreRangeOperation.roctxProcessRangeA.value()))
                .isEqualTo(MarkerCoreApiId.roctxRangeStartA);
        assertThat(Operations.coreOfRange(4)).isEqualTo(-1);
    }

    private static @Nullable Operation range(MarkerCoreOperation function) {
        return Operations.of(CallbackTracingKind.MARKER_CORE_RANGE_API, Operations.rangeOfCore(function.value()));
    }

    @Test
    void anOperationIsAConstantWithTheNumberAndNameOfItsKind() {
        assertThat(HipRuntimeOperation.values()).hasSize(545);
        assertThat(HsaCoreOperation.hsa_iterate_agents.value()).isEqualTo(HsaCoreApiId.hsa_iterate_agents);
        assertThat(Operations.of(BufferTracingKind.HIP_RUNTIME_API_EXT, HipRuntimeOperation.hipMalloc.value()))
                .isSameAs(HipRuntimeOperation.hipMalloc);
        assertThat(Operations.of(BufferTracingKind.KFD_QUEUE, 0)).isSameAs(KfdQueueOperation.EVICT_SVM);
        assertThat(Operations.of(CallbackTracingKind.MEMORY_COPY, 5)).isNull();
        assertThat(Operations.of(BufferTracingKind.CORRELATION_ID_RETIREMENT, 0))
                .isNull();
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            for (int i = 0; i < Operations.count(kind); i++) {
                same(Operations.of(kind, i), i, Operations.name(kind, i));
            }
        }
        for (BufferTracingKind kind : BufferTracingKind.values()) {
            for (int i = 0; i < Operations.count(kind); i++) {
                same(Operations.of(kind, i), i, Operations.name(kind, i));
            }
        }
    }

    private static void same(@Nullable Operation operation, int value, @Nullable String name) {
        assertThat(operation).as(name).isNotNull();
        assertThat(operation.value()).as(name).isEqualTo(value);
        assertThat(operation.operationName()).isEqualTo(name);
    }
}
