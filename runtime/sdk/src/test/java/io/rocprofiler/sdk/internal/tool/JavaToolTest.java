package io.rocprofiler.sdk.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rocprofiler.abi.BufferPolicy;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingMarkerApiData;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.HsaCoreOperation;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.MarkerCoreOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.OtherRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.capi.ToolProcess;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.registration.Candidate;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import io.rocprofiler.sdk.internal.view.CallbackViews;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The engine through the public API.
class JavaToolTest {
    private final ToolProcess process = new ToolProcess();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    /// The body of a test tool's `initialize`.
    private interface Configure {
        void accept(Setup setup);
    }

    private record TestTool(Configure configure, List<String> seen) implements Tool {
        @Override
        public String name() {
            return "test-tool";
        }

        @Override
        public void initialize(Setup setup) {
            configure.accept(setup);
        }

        @Override
        public void close() {
            seen.add("close");
        }
    }

    private void register(Configure configure) {
        process.register(new TestTool(configure, seen));
    }

    @AfterEach
    void end() {
        process.registration.finalizeProcess();
    }

    @Test
    void aProgramsOwnToolIsTheFirstAndIsToldOfTheEnd() {
        process.tool("other", () -> seen.add("other"));
        register(setup -> seen.add("mine " + setup.priority() + " " + setup.runtimeVersion()));
        process.registration.finalizeProcess();
        assertThat(seen).containsExactly("mine 0 1.4.1", "other", "close");
    }

    @Test
    void furtherToolsHaveTheirOwnWindows() {
        register(setup -> seen.add("first " + setup.priority()));
        register(setup -> seen.add("second " + setup.priority()));
        assertThat(seen).containsExactly("first 0", "second 1");
    }

    @Test
    void aToolCannotBeRegisteredWhileOneIsConfigured() {
        register(setup -> assertThatThrownBy(() -> register(inner -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tool=test-tool", "another tool is being configured by this thread"));
    }

    @Test
    void setupIsOverWhenInitializeReturns() {
        List<Setup> kept = new ArrayList<>();
        register(kept::add);
        Setup setup = kept.getFirst();
        assertThatThrownBy(setup::context).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(setup::buffer).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(setup::callbackThread).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> setup.onRuntime((library, version, instance) -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> setup.onInterceptTable(EnumSet.of(InterceptTable.HSA_TABLE), table -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> setup.onThreadCreate(() -> {}, () -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void servicesAreSelectedByNameAndByConstant() {
        List<Context> contexts = new ArrayList<>();
        register(setup -> contexts.add(setup.context()
                .callbacks(
                        CallbackTracingKind.HIP_RUNTIME_API,
                        OperationFilter.names("hipMemcpy", "hipMalloc"),
                        call -> {})
                .callbacks(
                        CallbackTracingKind.MARKER_CORE_API,
                        OperationFilter.of(MarkerCoreOperation.roctxMarkA, MarkerCoreOperation.roctxRangePop),
                        call -> {})
                .build()));
        ToolContext context = (ToolContext) contexts.getFirst();
        assertThat(context.callbacks().get(0).operations().stream())
                .containsExactlyInAnyOrder(
                        HipRuntimeOperation.hipMemcpy.value(), HipRuntimeOperation.hipMalloc.value());
        assertThat(context.callbacks().get(1).operations().stream()).containsExactly(0, 2);
        assertThat(context.start()).isTrue();
        assertThat(context.isActive()).isTrue();
        assertThat(context.stop()).isTrue();
        assertThat(context.stop()).isFalse();
    }

    @Test
    void mistakesInAContextNameTheArgument() {
        register(setup -> {
            CallbackTracingKind hip = CallbackTracingKind.HIP_RUNTIME_API;
            assertThatThrownBy(() -> setup.context().callbacks(hip, OperationFilter.names("hipNoSuch"), call -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation=hipNoSuch: HIP_RUNTIME_API has no such operation");
            OperationFilter init = OperationFilter.of(HsaCoreOperation.hsa_init);
            assertThatThrownBy(() -> setup.context().callbacks(hip, init, call -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation=hsa_init: HIP_RUNTIME_API has no such operation");
            assertThatThrownBy(() -> setup.context().callbacks(hip, call -> {}).callbacks(hip, call -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("kind=HIP_RUNTIME_API");
            Buffer buffer = setup.buffer().handler(batch -> {}).build();
            assertThatThrownBy(() -> setup.context().buffered(BufferTracingKind.HIP_STREAM, buffer))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("kind=HIP_STREAM");
            assertThatThrownBy(() -> setup.context().callbacks(CallbackTracingKind.NONE, call -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("kind=NONE");
            seen.add("checked");
        });
        assertThat(seen).containsExactly("checked");
    }

    @Test
    void mistakesInABufferNameTheArgument() {
        register(setup -> {
            assertThatThrownBy(() -> setup.buffer().size(0)).hasMessage("sizeBytes=0");
            assertThatThrownBy(() -> setup.buffer().watermark(-1)).hasMessage("watermarkBytes=-1");
            assertThatThrownBy(() -> setup.buffer().policy(BufferPolicy.NONE)).hasMessage("policy=NONE");
            assertThatThrownBy(() -> setup.buffer().thread(new ToolThread(9))).hasMessage("thread=9");
            assertThatThrownBy(() -> setup.buffer().build()).hasMessageStartingWith("handler=null");
            assertThatThrownBy(() -> setup.buffer()
                            .handler(batch -> {})
                            .chunks(() -> null)
                            .build())
                    .isInstanceOf(IllegalArgumentException.class);
            seen.add("checked");
        });
        assertThat(seen).containsExactly("checked");
    }

    @Test
    void recordsArriveAsABatchOfViews() {
        List<BufferRecord> records = new CopyOnWriteArrayList<>();
        List<Buffer> buffers = new ArrayList<>();
        register(setup -> buffers.add(setup.buffer()
                .size(4096)
                .thread(setup.callbackThread())
                .handler(batch -> {
                    seen.add(batch.size() + " records, dropped " + batch.dropCount());
                    for (BufferRecord record : batch) records.add(record.copy());
                })
                .build()));
        Buffer buffer = buffers.getFirst();
        assertThat(buffer.append(hipRecord(HipRuntimeOperation.hipMalloc, 7))).isTrue();
        assertThat(buffer.append(hipRecord(HipRuntimeOperation.hipFree, 8))).isTrue();
        assertThat(buffer.flush()).isTrue();
        assertThat(seen).containsExactly("2 records, dropped 0");
        assertThat(records)
                .extracting(BufferRecord::kind, BufferRecord::operation, BufferRecord::correlationId)
                .containsExactly(
                        tuple(BufferTracingKind.HIP_RUNTIME_API, HipRuntimeOperation.hipMalloc, 7L),
                        tuple(BufferTracingKind.HIP_RUNTIME_API, HipRuntimeOperation.hipFree, 8L));
        assertThat(records.getFirst().durationNanos()).isEqualTo(50);
    }

    private static MemorySegment hipRecord(Operation operation, long internalId) {
        MemorySegment record = Arena.global().allocate(BufferTracingHipApiRecord.SIZEOF, 8);
        int correlation = BufferTracingHipApiRecord.CORRELATION_ID;
        record.set(ValueLayout.JAVA_INT, BufferTracingHipApiRecord.KIND, BufferTracingKind.HIP_RUNTIME_API.value());
        record.set(ValueLayout.JAVA_INT, BufferTracingHipApiRecord.OPERATION, operation.value());
        record.set(ValueLayout.JAVA_LONG, correlation + CorrelationId.INTERNAL, internalId);
        record.set(ValueLayout.JAVA_LONG, correlation + CorrelationId.EXTERNAL, 5);
        record.set(ValueLayout.JAVA_LONG, correlation + CorrelationId.ANCESTOR, 2);
        record.set(ValueLayout.JAVA_LONG, BufferTracingHipApiRecord.START_TIMESTAMP, 100);
        record.set(ValueLayout.JAVA_LONG, BufferTracingHipApiRecord.END_TIMESTAMP, 150);
        record.set(ValueLayout.JAVA_LONG, BufferTracingHipApiRecord.THREAD_ID, 33);
        return record;
    }

    @Test
    void aHandlerThatThrowsIsCalledAgain() {
        List<Buffer> buffers = new ArrayList<>();
        register(setup -> buffers.add(setup.buffer()
                .handler(batch -> {
                    seen.add("called");
                    throw new IllegalStateException("on purpose");
                })
                .build()));
        Buffer buffer = buffers.getFirst();
        for (int i = 0; i < 2; i++) {
            buffer.append(hipRecord(HipRuntimeOperation.hipApiName, 1));
            assertThat(buffer.flush()).isTrue();
        }
        assertThat(seen).containsExactly("called", "called");
    }

    @Test
    void runtimesAreAnnounced() {
        register(
                setup -> setup.onRuntime((library, version, instance) -> seen.add(library + version + "/" + instance)));
        process.registration.setApiTable("hip", 70_100, 1, ToolProcess.memory(8), 1);
        assertThat(seen).containsExactly("hip70100/1");
    }

    @Test
    void textFollowsARecordOverItsPadding() {
        List<String> texts = new CopyOnWriteArrayList<>();
        List<Buffer> buffers = new ArrayList<>();
        register(setup -> buffers.add(setup.buffer()
                .size(4096)
                .handler(batch -> {
                    MemorySegment bytes = batch.record(0).segment();
                    texts.add(bytes.byteSize() + " " + bytes.getString(16));
                    assertThat(batch.record(0)).isInstanceOf(OtherRecord.class);
                })
                .build()));
        MemorySegment head = Arena.global().allocate(16, 8);
        head.set(ValueLayout.JAVA_INT, 8, 1000);
        assertThat(buffers.getFirst().append(head, mark("hello").argument(0))).isTrue();
        assertThat(buffers.getFirst().flush()).isTrue();
        assertThat(texts).containsExactly("24 hello");
    }

    /// Makes a call of `roctxMarkA`, as a handler receives it.
    private static ApiCall mark(String message) {
        long payload = ToolProcess.memory(CallbackTracingMarkerApiData.SIZEOF);
        Memory.putLong(payload + CallbackTracingMarkerApiData.ARGS, ToolProcess.string(message));
        long record = ToolProcess.memory(CallbackTracingRecord.SIZEOF);
        Memory.putInt(record + CallbackTracingRecord.KIND, CallbackTracingKind.MARKER_CORE_API.value());
        Memory.putLong(record + CallbackTracingRecord.PAYLOAD, payload);
        return (ApiCall) new CallbackViews(ProcessMemory.SELF).show(record, ToolProcess.memory(8));
    }

    @Test
    void severalToolsAreRegisteredTogether() {
        List<Candidate> both = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            Tool tool = new TestTool(setup -> seen.add(name + " " + setup.priority()), seen);
            both.add(new JavaTools.Found(tool, name));
        }
        Registration.Registered registered = process.registration.register("first", both);
        assertThat(registered.clients()).extracting(Client::name).containsExactly("first", "second");
        assertThat(seen).containsExactly("first 0", "second 1");
        assertThat(new RegisteredTools(process.registration, registered.clients(), List.of()).flush())
                .isTrue();
        new RegisteredTools(process.registration, registered.clients(), List.of()).close();
        assertThat(seen).endsWith("close", "close");
    }

    @Test
    void aContextThatIsStartedAtOnceIsRunning() {
        List<Context> contexts = new ArrayList<>();
        register(setup -> contexts.add(setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, call -> {})
                .start()));
        assertThat(contexts.getFirst().isActive()).isTrue();
    }

    @Test
    void onlyCallsAreObservedInPairs() {
        register(setup -> {
            CallObserver<String> observer = new CallObserver<>() {
                @Override
                public String enter(ApiCall call) {
                    return "";
                }

                @Override
                public void exit(ApiCall call, @Nullable String entered) {}
            };
            assertThatThrownBy(() -> setup.context().calls(CallbackTracingKind.MEMORY_COPY, observer))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("kind=MEMORY_COPY: has no calls; use callbacks");
            setup.context().calls(CallbackTracingKind.HIP_RUNTIME_API, observer);
            seen.add("checked");
        });
        assertThat(seen).containsExactly("checked");
    }

    @Test
    void anIntervalIsAtLeastAMillisecond() {
        register(setup -> {
            assertThatThrownBy(() -> setup.buffer().flushEvery(Duration.ZERO)).hasMessage("interval=PT0S");
            seen.add("checked");
        });
        assertThat(seen).containsExactly("checked");
    }
}
