package io.rocprofiler.sdk.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.HipCompilerOperation;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.HsaAmdExtOperation;
import io.rocprofiler.abi.HsaApiTable;
import io.rocprofiler.abi.HsaCoreOperation;
import io.rocprofiler.abi.HsaImageExtOperation;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.MarkerControlOperation;
import io.rocprofiler.abi.MarkerCoreOperation;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.InterceptedTable;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.capi.ToolProcess;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The configuration of a Java tool other than contexts and buffers.
class JavaSetupTest {
    private static final int HEADER = 8;
    private static final int HSA_HEADER = 16;

    private final ToolProcess process = new ToolProcess();
    private final List<String> seen = new ArrayList<>();

    private interface Configure {
        void accept(Setup setup);
    }

    private record TestTool(Configure configure) implements Tool {
        @Override
        public String name() {
            return "test-tool";
        }

        @Override
        public void initialize(Setup setup) {
            configure.accept(setup);
        }
    }

    private void register(Configure configure) {
        process.register(new TestTool(configure));
    }

    @AfterEach
    void end() {
        process.registration.finalizeProcess();
    }

    /// Allocates a table of this many functions, with addresses 100, 101, ...
    private static long table(int functions) {
        long table = ToolProcess.memory(HEADER + 8 * functions);
        Memory.putLong(table, HEADER + 8L * functions);
        for (int i = 0; i < functions; i++) Memory.putLong(table + HEADER + 8L * i, 100 + i);
        return table;
    }

    private static long array(long... tables) {
        long array = ToolProcess.memory(8 * tables.length);
        for (int i = 0; i < tables.length; i++) Memory.putLong(array + 8L * i, tables[i]);
        return array;
    }

    @Test
    void aTableIsShownAndChanged() {
        HipRuntimeOperation malloc = HipRuntimeOperation.hipMalloc;
        long table = table(malloc.value() + 1);
        register(setup -> setup.onInterceptTable(EnumSet.of(InterceptTable.HIP_RUNTIME_TABLE), shown -> {
            assertThat(shown.kind()).isEqualTo(InterceptTable.HIP_RUNTIME_TABLE);
            assertThat(shown.version()).isEqualTo(70_200);
            assertThat(shown.instance()).isEqualTo(1);
            assertThat(shown.contains(malloc)).isTrue();
            assertThat(shown.function(malloc).address()).isEqualTo(100 + malloc.value());
            shown.replace(malloc, MemorySegment.ofAddress(7));
            assertThat(shown.function(malloc).address()).isEqualTo(7);
            seen.add("shown");
        }));
        process.registration.setApiTable("hip", 70_200, 1, array(table), 1);
        process.registration.setApiTable("hip_compiler", 70_200, 1, array(table(9)), 1);
        assertThat(seen).containsExactly("shown");
        assertThat(Memory.getLong(table + HEADER + 8L * malloc.value())).isEqualTo(7);
    }

    @Test
    void whatATableDoesNotHaveIsNamed() {
        long table = table(3);
        Memory.putLong(table + HEADER, 0);
        register(setup -> setup.onInterceptTable(EnumSet.allOf(InterceptTable.class), shown -> {
            HipRuntimeOperation later = HipRuntimeOperation.hipMalloc;
            assertThat(shown.contains(HipRuntimeOperation.hipArray3DCreate)).isTrue();
            assertThat(shown.contains(later)).isFalse();
            assertThat(shown.contains(HipRuntimeOperation.hipApiName))
                    .as("an empty slot")
                    .isFalse();
            assertThatThrownBy(() -> shown.function(later))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation=hipMalloc: not in this HIP_RUNTIME_TABLE");
            assertThatThrownBy(() -> shown.replace(later, MemorySegment.ofAddress(7)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> shown.replace(HipRuntimeOperation.hipArray3DCreate, MemorySegment.NULL))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("function=NULL: for hipArray3DCreate");
            assertThatThrownBy(() -> shown.contains(HipCompilerOperation.__hipPopCallConfiguration))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation=__hipPopCallConfiguration: no function of HIP_RUNTIME_TABLE");
            seen.add("shown");
        }));
        process.registration.setApiTable("hip", 70_200, 0, array(table), 1);
        assertThat(seen).containsExactly("shown");
    }

    @Test
    void aTableIsOverWhenTheListenerReturns() {
        List<InterceptedTable> kept = new ArrayList<>();
        register(setup -> setup.onInterceptTable(EnumSet.of(InterceptTable.HIP_RUNTIME_TABLE), kept::add));
        process.registration.setApiTable("hip", 70_200, 0, array(table(3)), 1);
        InterceptedTable table = kept.getFirst();
        assertThatThrownBy(table::kind).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(table::version).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(table::instance).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> table.function(HipRuntimeOperation.hipArray3DCreate))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theThreeTablesOfRoctxAreShownApart() {
        register(setup -> setup.onInterceptTable(
                EnumSet.of(InterceptTable.MARKER_CORE_TABLE, InterceptTable.MARKER_CONTROL_TABLE), shown -> {
                    boolean core = shown.kind() == InterceptTable.MARKER_CORE_TABLE;
                    long first = core
                            ? shown.function(MarkerCoreOperation.roctxMarkA).address()
                            : shown.function(MarkerControlOperation.roctxProfilerPause)
                                    .address();
                    assertThatThrownBy(() -> shown.contains(MarkerCoreRangeOperation.roctxMarkA))
                            .isInstanceOf(IllegalArgumentException.class);
                    seen.add(shown.kind() + " " + first);
                }));
        process.registration.setApiTable("roctx", 40_102, 0, array(table(6), table(2), table(4)), 3);
        assertThat(seen).containsExactly("MARKER_CORE_TABLE 100", "MARKER_CONTROL_TABLE 100");
    }

    @Test
    void hsasTablesAreOne() {
        long core = ToolProcess.memory(HSA_HEADER + 16);
        Memory.putInt(core + 4, HSA_HEADER + 16);
        Memory.putLong(core + HSA_HEADER, 300);
        Memory.putLong(core + HSA_HEADER + 8, 301);
        long container = ToolProcess.memory(HsaApiTable.SIZEOF);
        Memory.putInt(container + 4, HsaApiTable.IMAGE_EXT); // an old runtime: no images
        Memory.putLong(container + HsaApiTable.CORE, core);
        register(setup -> setup.onInterceptTable(EnumSet.of(InterceptTable.HSA_TABLE), shown -> {
            assertThat(shown.function(HsaCoreOperation.hsa_shut_down).address()).isEqualTo(301);
            assertThat(shown.contains(HsaCoreOperation.hsa_system_get_info)).isFalse();
            assertThat(shown.contains(HsaAmdExtOperation.hsa_amd_profiling_async_copy_enable))
                    .isFalse();
            assertThat(shown.contains(HsaImageExtOperation.hsa_ext_image_create))
                    .isFalse();
            seen.add("shown");
        }));
        process.registration.setApiTable("hsa", 11_500, 0, array(container), 1);
        assertThat(seen).containsExactly("shown");
    }

    @Test
    void threadsOfTheProfilerAreAnnounced() {
        register(setup -> {
            setup.onThreadCreate(() -> seen.add("before"), () -> seen.add("after"));
            setup.onThreadCreate(
                    () -> {
                        throw new IllegalStateException("on purpose");
                    },
                    () -> seen.add("after, too"));
            setup.callbackThread();
        });
        assertThat(seen).startsWith("before", "after", "after, too");
    }

    @Test
    void mistakesNameTheArgument() {
        register(setup -> {
            assertThatThrownBy(() -> setup.onInterceptTable(Set.of(), shown -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("kinds=[]");
            assertThatThrownBy(() -> setup.context().hipStreams(63))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("lowestBit=63");
            assertThatThrownBy(() -> setup.context().externalCorrelationIds(Set.of(), (kind, operation, id) -> 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("kinds=[]");
            Set<ExternalCorrelationIdRequestKind> none = Set.of(ExternalCorrelationIdRequestKind.NONE);
            assertThatThrownBy(() -> setup.context().externalCorrelationIds(none, (kind, operation, id) -> 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("kind=NONE");
            seen.add("checked");
        });
        assertThat(seen).containsExactly("checked");
    }
}
