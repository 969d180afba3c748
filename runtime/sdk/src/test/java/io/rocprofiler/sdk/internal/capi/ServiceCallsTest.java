package io.rocprofiler.sdk.internal.capi;

import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_BUFFER_TRACING_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_CALLBACK_TRACING_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Statuses and the order of checks of service configuration (`callback_tracing.cpp` and `buffer_tracing.cpp` of
/// rocprofiler-sdk 1.0.0), and the events that a service selects.
class ServiceCallsTest {
    private static final long ANY_FUNCTION = 0xCA11;
    private static final int HIP = CallbackTracingKind.HIP_RUNTIME_API.value();

    private final ToolProcess process = new ToolProcess();

    /// Runs a test inside the window.
    private void inWindow(ToolProcess.Initialize body) {
        AssertionError[] failure = new AssertionError[1];
        process.tool("tool", () -> {
            try {
                body.run();
            } catch (AssertionError error) {
                failure[0] = error;
            }
        });
        process.start();
        if (failure[0] != null) throw failure[0];
    }

    private Status callbacks(long context, int kind, int... operations) {
        long count = operations.length;
        long array = count == 0 ? 0 : ToolProcess.ints(operations);
        return process.call(CONFIGURE_CALLBACK_TRACING_SERVICE, context, kind, array, count, ANY_FUNCTION, 5);
    }

    private Status buffered(long context, int kind, long buffer, int... operations) {
        long count = operations.length;
        long array = count == 0 ? 0 : ToolProcess.ints(operations);
        return process.call(CONFIGURE_BUFFER_TRACING_SERVICE, context, kind, array, count, buffer);
    }

    private ToolContext context(long handle) {
        return Objects.requireNonNull(process.registration.contexts().find(handle));
    }

    @Test
    void theWindowIsLookedAtFirst() {
        assertThat(callbacks(0, 0)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        assertThat(buffered(0, 0, 0)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        process.start();
        assertThat(callbacks(0, 0)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        assertThat(buffered(0, 0, 0)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
    }

    @Test
    void callbackServices() {
        inWindow(() -> {
            long context = process.createContext();
            assertThat(callbacks(context + 9, HIP)).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
            assertThat(callbacks(context, 0)).isEqualTo(Status.ERROR_KIND_NOT_FOUND);
            assertThat(callbacks(context, -3)).isEqualTo(Status.ERROR_KIND_NOT_FOUND);
            assertThat(callbacks(context, CallbackTracingKind.last())).isEqualTo(Status.ERROR_KIND_NOT_FOUND);
            assertThat(callbacks(context, HIP)).isEqualTo(Status.SUCCESS);
            assertThat(callbacks(context, HIP)).isEqualTo(Status.ERROR_SERVICE_ALREADY_CONFIGURED);
            assertThat(callbacks(process.createContext(), HIP)).isEqualTo(Status.SUCCESS);
            assertThat(context(context).callbacks()).singleElement().satisfies(service -> {
                assertThat(service.kind()).isEqualTo(CallbackTracingKind.HIP_RUNTIME_API);
                assertThat(service.function()).isEqualTo(ANY_FUNCTION);
                assertThat(service.argument()).isEqualTo(5);
                assertThat(service.javaHandler()).isNull();
            });
        });
    }

    @ParameterizedTest
    @EnumSource(CallbackTracingKind.class)
    void aKindOfCallbacksThatNothingReportsIsRefusedBeforeItsContext(CallbackTracingKind kind) {
        inWindow(() -> {
            Status expected =
                    TracingContext.isTraced(kind) ? Status.ERROR_CONTEXT_NOT_FOUND : Status.ERROR_NOT_IMPLEMENTED;
            assertThat(callbacks(999, kind.value())).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @EnumSource(BufferTracingKind.class)
    void aKindOfRecordsThatNothingWritesIsRefusedBeforeItsContext(BufferTracingKind kind) {
        inWindow(() -> {
            Status expected =
                    TracingContext.isTraced(kind) ? Status.ERROR_CONTEXT_NOT_FOUND : Status.ERROR_NOT_IMPLEMENTED;
            assertThat(buffered(999, kind.value(), 0)).isEqualTo(expected);
        });
    }

    @Test
    void theKindsThatNothingReports() {
        assertThat(CallbackTracingKind.values())
                .filteredOn(kind -> !TracingContext.isTraced(kind))
                .containsExactly(CallbackTracingKind.KERNEL_REPLAY, CallbackTracingKind.HIP_EVENT);
        assertThat(BufferTracingKind.values())
                .filteredOn(kind -> !TracingContext.isTraced(kind))
                .containsExactly(BufferTracingKind.HIP_EVENT);
    }

    @Test
    void noOperationsMeansAllAndSomeMeansThose() {
        inWindow(() -> {
            long all = process.createContext();
            long some = process.createContext();
            callbacks(all, HIP);
            callbacks(some, HIP, 3, 511);
            assertThat(context(all).callbacks().getFirst().selects(476)).isTrue();
            assertThat(context(some).callbacks().getFirst().selects(3)).isTrue();
            assertThat(context(some).callbacks().getFirst().selects(511)).isTrue();
            assertThat(context(some).callbacks().getFirst().selects(4)).isFalse();
        });
    }

    @Test
    void aWrongOperationLeavesTheServiceConfiguredWithThoseBeforeIt() {
        inWindow(() -> {
            long context = process.createContext();
            assertThat(callbacks(context, HIP, 3, 512, 4)).isEqualTo(Status.ERROR_OPERATION_NOT_FOUND);
            assertThat(callbacks(context, HIP)).isEqualTo(Status.ERROR_SERVICE_ALREADY_CONFIGURED);
            assertThat(context(context).callbacks().getFirst().operations().stream())
                    .containsExactly(3);
            long negative = process.createContext();
            assertThat(callbacks(negative, HIP, -1)).isEqualTo(Status.ERROR_OPERATION_NOT_FOUND);
        });
    }

    @Test
    void aFunctionOrAnArrayThatIsNotThereIsAnInvalidArgument() {
        inWindow(() -> {
            long context = process.createContext();
            long nowhere = process.platform.unreadable();
            assertThat(process.call(CONFIGURE_CALLBACK_TRACING_SERVICE, context, 0, 0, 0, nowhere, 0))
                    .isEqualTo(Status.ERROR_KIND_NOT_FOUND);
            assertThat(process.call(CONFIGURE_CALLBACK_TRACING_SERVICE, context, HIP, 0, 0, 0, 0))
                    .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(process.call(CONFIGURE_CALLBACK_TRACING_SERVICE, context, HIP, 0, 0, nowhere, 0))
                    .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(process.call(CONFIGURE_CALLBACK_TRACING_SERVICE, context, HIP, nowhere, 1, ANY_FUNCTION, 0))
                    .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(callbacks(context, HIP)).isEqualTo(Status.SUCCESS);
        });
    }

    @Test
    void theCountOfNoArrayIsNotUsed() {
        inWindow(() -> {
            long context = process.createContext();
            assertThat(process.call(CONFIGURE_CALLBACK_TRACING_SERVICE, context, HIP, 0, 7, ANY_FUNCTION, 0))
                    .isEqualTo(Status.SUCCESS);
        });
    }

    @ParameterizedTest
    @EnumSource(value = CallbackTracingKind.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyKindThatIsReportedCanBeTracedByCallbacks(CallbackTracingKind kind) {
        Status expected = TracingContext.isTraced(kind) ? Status.SUCCESS : Status.ERROR_NOT_IMPLEMENTED;
        inWindow(() ->
                assertThat(callbacks(process.createContext(), kind.value())).isEqualTo(expected));
    }

    @ParameterizedTest
    @EnumSource(
            value = BufferTracingKind.class,
            mode = EnumSource.Mode.MATCH_ALL,
            names = {".*_API(_EXT)?"})
    void everyApiCanBeTracedIntoABuffer(BufferTracingKind kind) {
        inWindow(() -> {
            long context = process.createContext();
            long buffer = process.createBuffer(context, 4096, 2048, 2, ANY_FUNCTION);
            Status status = buffered(context, kind.value(), buffer);
            if (!TracingContext.isTraced(kind)) {
                assertThat(status).isEqualTo(Status.ERROR_NOT_IMPLEMENTED);
                return;
            }
            assertThat(status).isEqualTo(Status.SUCCESS);
            assertThat(context(context).buffers().getFirst().kind()).isEqualTo(kind);
        });
    }

    @Test
    void bufferedServices() {
        inWindow(() -> {
            long context = process.createContext();
            long buffer = process.createBuffer(context, 4096, 2048, 2, ANY_FUNCTION);
            assertThat(buffered(0, HIP, 0)).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
            assertThat(buffered(context, HIP, 0)).isEqualTo(Status.ERROR_BUFFER_NOT_FOUND);
            assertThat(buffered(context, 0, buffer)).isEqualTo(Status.ERROR_KIND_NOT_FOUND);
            assertThat(buffered(context, BufferTracingKind.last(), buffer)).isEqualTo(Status.ERROR_KIND_NOT_FOUND);
            assertThat(buffered(context, HIP, buffer, 512)).isEqualTo(Status.ERROR_OPERATION_NOT_FOUND);
            assertThat(buffered(context, HIP, buffer)).isEqualTo(Status.ERROR_SERVICE_ALREADY_CONFIGURED);
            assertThat(buffered(context, BufferTracingKind.HIP_STREAM.value(), buffer))
                    .isEqualTo(Status.SUCCESS);
            assertThat(context(context).buffers()).hasSize(2);
        });
    }

    @Test
    void anUnknownBufferIsAcceptedAndGetsNothing() {
        inWindow(() -> {
            long context = process.createContext();
            assertThat(buffered(context, HIP, 1)).isEqualTo(Status.SUCCESS);
            assertThat(buffered(context, HIP, 1)).isEqualTo(Status.ERROR_SERVICE_ALREADY_CONFIGURED);
            assertThat(context(context).buffers()).isEmpty();
        });
    }
}
