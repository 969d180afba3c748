package io.rocprofiler.sdk.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingHsaApiData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.BufferHandler;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.HipStreamEvent;
import io.rocprofiler.sdk.HostKernelSymbol;
import io.rocprofiler.sdk.InterceptListener;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.KfdDroppedEventsRecord;
import io.rocprofiler.sdk.KfdPageFaultRecord;
import io.rocprofiler.sdk.KfdPageMigrateRecord;
import io.rocprofiler.sdk.KfdQueueRecord;
import io.rocprofiler.sdk.KfdUnmapFromGpuRecord;
import io.rocprofiler.sdk.MemoryAllocation;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.MemoryCopy;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.OmptEvent;
import io.rocprofiler.sdk.OmptRecord;
import io.rocprofiler.sdk.OtherEvent;
import io.rocprofiler.sdk.OtherRecord;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.RuntimeInitialization;
import io.rocprofiler.sdk.RuntimeInitializationRecord;
import io.rocprofiler.sdk.RuntimeListener;
import io.rocprofiler.sdk.ScratchMemory;
import io.rocprofiler.sdk.ScratchMemoryRecord;
import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import io.rocprofiler.sdk.testing.Doubles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The types of events and records are sealed, so that the compiler checks a `switch` for completeness: with an
/// additional type, this does not compile. All other interfaces are implemented by the program, or by the engine alone.
class PublicTypesTest {
    private static final Set<Class<?>> BY_PROGRAMS = Set.of(
            Tool.class,
            BufferHandler.class,
            CallObserver.class,
            CallbackHandler.class,
            ChunkSource.class,
            ExternalCorrelationRequest.class,
            InterceptListener.class,
            RuntimeListener.class);

    private static final Path SOURCES = Path.of("src/main/java/io/rocprofiler/sdk");

    private static String sort(CallbackRecord event) {
        return switch (event) {
            case ApiCall _ -> "API";
            case CodeObjectLoad _ -> "CODE_OBJECT 0 1";
            case KernelSymbol _ -> "CODE_OBJECT 2";
            case HostKernelSymbol _ -> "CODE_OBJECT 3";
            case RuntimeInitialization _ -> "RUNTIME_INITIALIZATION";
            case HipStreamEvent _ -> "HIP_STREAM";
            case MemoryAllocation _ -> "MEMORY_ALLOCATION";
            case MemoryCopy _ -> "MEMORY_COPY";
            case KernelDispatch _ -> "KERNEL_DISPATCH";
            case ScratchMemory _ -> "SCRATCH_MEMORY";
            case OmptEvent _ -> "OMPT";
            case OtherEvent _ -> "OTHER";
        };
    }

    private static String sort(BufferRecord record) {
        return switch (record) {
            case ApiRecord _ -> "API";
            case MemoryAllocationRecord _ -> "MEMORY_ALLOCATION";
            case MemoryCopyRecord _ -> "MEMORY_COPY";
            case KernelDispatchRecord _ -> "KERNEL_DISPATCH";
            case ScratchMemoryRecord _ -> "SCRATCH_MEMORY";
            case RetirementRecord _ -> "CORRELATION_ID_RETIREMENT";
            case RuntimeInitializationRecord _ -> "RUNTIME_INITIALIZATION";
            case OmptRecord _ -> "OMPT";
            case KfdPageMigrateRecord _ -> "KFD_PAGE_MIGRATE";
            case KfdPageFaultRecord _ -> "KFD_PAGE_FAULT";
            case KfdQueueRecord _ -> "KFD_QUEUE";
            case KfdUnmapFromGpuRecord _ -> "KFD_UNMAP_FROM_GPU";
            case KfdDroppedEventsRecord _ -> "KFD_DROPPED_EVENTS";
            case OtherRecord _ -> "OTHER";
        };
    }

    @Test
    void everyKindOfCallbackHasItsType() {
        CallbackViews views = new CallbackViews(ProcessMemory.SELF);
        Map<String, String> wrong = new TreeMap<>();
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            if (kind == CallbackTracingKind.NONE || !TracingContext.isTraced(kind)) continue;
            for (int operation = 0; operation < Operations.count(kind); operation++) {
                Struct record =
                        Struct.sized(CallbackTracingHsaApiData.SIZEOF).callback(kind, operation, CallbackPhase.NONE);
                String sort = sort(views.show(record.address, record.address));
                String wanted = kind == CallbackTracingKind.HIP_GRAPH
                        ? "OTHER"
                        : kind.name().endsWith("_API") ? "API" : kind.name();
                boolean right = kind == CallbackTracingKind.CODE_OBJECT
                        ? sort.startsWith(wanted) && sort.contains(" " + operation)
                        : sort.equals(wanted);
                if (!right) wrong.put(kind + " " + operation, sort);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyKindOfRecordHasItsType() {
        BufferViews views = new BufferViews(ProcessMemory.SELF);
        Map<String, String> wrong = new TreeMap<>();
        for (BufferTracingKind kind : BufferTracingKind.values()) {
            if (kind == BufferTracingKind.NONE || !TracingContext.isTraced(kind)) continue;
            Struct record = Struct.sized(256).half(BufferTracingHipApiRecord.KIND, kind.value());
            String sort = sort(views.show(BufferCategory.TRACING.value(), record.address));
            String name = kind.name().replace("KFD_EVENT_", "KFD_");
            boolean isOther = kind == BufferTracingKind.HIP_STREAM || kind == BufferTracingKind.HIP_GRAPH;
            String wanted = isOther ? "OTHER" : name.endsWith("_API") || name.endsWith("_API_EXT") ? "API" : name;
            if (!sort.equals(wanted)) wrong.put(kind.name(), sort);
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void anInterfaceThatOnlyTheEngineImplementsSaysSo() throws IOException {
        Map<Class<?>, String> sources = new HashMap<>();
        for (Class<?> type : engineInterfaces()) {
            Path source = SOURCES.resolve(type.getNestHost().getSimpleName() + ".java");
            sources.put(type, Files.readString(source));
        }
        assertThat(sources).hasSizeGreaterThan(40);
        assertThat(sources)
                .allSatisfy((type, source) -> assertThat(source)
                        .as(type.getName())
                        .containsPattern("(?m)^/// Not for implementation.*: see the package\\.\npublic "));
    }

    @Test
    void anInterfaceThatOnlyTheEngineImplementsHasADouble() throws IOException {
        assertThat(Doubles.class.getClasses())
                .allSatisfy(type -> assertThat(type.getInterfaces()).hasSize(1))
                .extracting(type -> type.getInterfaces()[0])
                .containsExactlyInAnyOrderElementsOf(engineInterfaces());
    }

    /// The interfaces of the public package, with those nested in them, that neither list their kinds nor are for
    /// programs to implement.
    private static List<Class<?>> engineInterfaces() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".java") && !file.equals("package-info.java"))
                    .map(PublicTypesTest::type)
                    .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getClasses())))
                    .filter(type -> type.isInterface() && !type.isSealed() && !BY_PROGRAMS.contains(type))
                    .toList();
        }
    }

    private static Class<?> type(String file) {
        try {
            return Class.forName(Tool.class.getPackageName() + "." + file.replace(".java", ""));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
