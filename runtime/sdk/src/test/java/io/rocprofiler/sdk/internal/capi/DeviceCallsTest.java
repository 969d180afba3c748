package io.rocprofiler.sdk.internal.capi;

import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_BUFFER_DISPATCH_COUNTING_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_CALLBACK_DISPATCH_COUNTING_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_DEVICE_COUNTING_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_DEVICE_THREAD_TRACE_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_DISPATCH_THREAD_TRACE_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CONFIGURE_PC_SAMPLING_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.CREATE_COUNTER;
import static io.rocprofiler.abi.internal.SdkFunction.CREATE_COUNTER_CONFIG;
import static io.rocprofiler.abi.internal.SdkFunction.ITERATE_AGENT_SUPPORTED_COUNTERS;
import static io.rocprofiler.abi.internal.SdkFunction.QUERY_COUNTER_INSTANCE_COUNT;
import static io.rocprofiler.abi.internal.SdkFunction.QUERY_PC_SAMPLING_AGENT_CONFIGURATIONS;
import static io.rocprofiler.abi.internal.SdkFunction.SAMPLE_DEVICE_COUNTING_SERVICE;
import static io.rocprofiler.abi.internal.SdkFunction.START_CONTEXT;
import static io.rocprofiler.abi.internal.SdkFunction.STOP_CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.Status;
import org.junit.jupiter.api.Test;

/// Counters, PC sampling and thread trace on two simulated GPUs: mutual exclusion of the services, and results
/// for a GPU without counters (`counters.cpp`, `pc_sampling.cpp` and `thread_trace/service.cpp` of
/// rocprofiler-sdk 1.0.0).
class DeviceCallsTest {
    private static final long GPU = 7;
    private static final long OTHER_GPU = 8;
    private static final long NO_GPU = 9;
    private static final long ANY_FUNCTION = 0xCA11;

    private final Imagined devices = new Imagined();
    private final ToolProcess process = new ToolProcess(devices);
    private long context;
    private long buffer;

    /// Two GPUs that support every service, or none.
    private static final class Imagined implements Devices {
        private boolean able = true;

        @Override
        public boolean has(long agent) {
            return agent == GPU || agent == OTHER_GPU;
        }

        @Override
        public boolean counts(long agent) {
            return able;
        }

        @Override
        public boolean samples(long agent) {
            return able;
        }

        @Override
        public boolean traces(long agent) {
            return able;
        }
    }

    private void inWindow(ToolProcess.Initialize body) {
        process.platform.variables.put("ROCPROFILER_PC_SAMPLING_BETA_ENABLED", "on");
        boolean[] done = new boolean[1];
        process.tool("tool", () -> {
            newContext();
            body.run();
            done[0] = true;
        });
        process.start();
        process.registration.finalizeProcess();
        assertThat(done[0]).isTrue();
    }

    private long newContext() {
        context = process.createContext();
        buffer = process.createBuffer(context, 4096, 2048, 2, ANY_FUNCTION);
        return context;
    }

    private Status countDispatches() {
        return process.call(CONFIGURE_CALLBACK_DISPATCH_COUNTING_SERVICE, context, ANY_FUNCTION, 0, 0, 0);
    }

    private Status countDispatchesIntoABuffer(long into) {
        return process.call(CONFIGURE_BUFFER_DISPATCH_COUNTING_SERVICE, context, into, ANY_FUNCTION, 0);
    }

    private Status countDevice(long agent) {
        return process.call(CONFIGURE_DEVICE_COUNTING_SERVICE, context, buffer, agent, ANY_FUNCTION, 0);
    }

    private Status sample(long agent) {
        return process.call(CONFIGURE_PC_SAMPLING_SERVICE, context, agent, 2, 3, 1000, buffer, 0);
    }

    private Status traceDispatches(long agent, long parameters, long count) {
        return process.call(
                CONFIGURE_DISPATCH_THREAD_TRACE_SERVICE,
                context,
                agent,
                parameters,
                count,
                ANY_FUNCTION,
                ANY_FUNCTION,
                0);
    }

    private Status traceDevice(long agent) {
        return process.call(
                CONFIGURE_DEVICE_THREAD_TRACE_SERVICE,
                context,
                agent,
                ToolProcess.ints(0, 0, 1, 0, 0, 0),
                1,
                ANY_FUNCTION,
                0);
    }

    @Test
    void dispatchAndDeviceCountingExcludeEachOther() {
        inWindow(() -> {
            assertThat(countDispatches()).isEqualTo(Status.SUCCESS);
            assertThat(countDispatches()).isEqualTo(Status.SUCCESS);
            assertThat(countDispatchesIntoABuffer(buffer)).isEqualTo(Status.SUCCESS);
            assertThat(countDevice(GPU)).isEqualTo(Status.ERROR_AGENT_DISPATCH_CONFLICT);
            newContext();
            assertThat(countDevice(GPU)).isEqualTo(Status.SUCCESS);
            assertThat(countDevice(GPU)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(countDevice(OTHER_GPU)).isEqualTo(Status.SUCCESS);
            assertThat(countDispatches()).isEqualTo(Status.ERROR_AGENT_DISPATCH_CONFLICT);
            assertThat(countDispatchesIntoABuffer(0)).isEqualTo(Status.ERROR_AGENT_DISPATCH_CONFLICT);
        });
    }

    @Test
    void countingAndSamplingExcludeEachOtherInEitherOrder() {
        inWindow(() -> {
            assertThat(countDispatches()).isEqualTo(Status.SUCCESS);
            assertThat(sample(GPU)).isEqualTo(Status.ERROR_CONTEXT_CONFLICT);
            newContext();
            assertThat(countDevice(GPU)).isEqualTo(Status.SUCCESS);
            assertThat(sample(GPU)).isEqualTo(Status.ERROR_CONTEXT_CONFLICT);
            newContext();
            assertThat(sample(GPU)).isEqualTo(Status.SUCCESS);
            assertThat(countDispatches()).isEqualTo(Status.ERROR_CONTEXT_CONFLICT);
            assertThat(countDevice(GPU)).isEqualTo(Status.ERROR_CONTEXT_CONFLICT);
        });
    }

    @Test
    void oneContextSamplesEachGpuOnce() {
        inWindow(() -> {
            assertThat(sample(GPU)).isEqualTo(Status.SUCCESS);
            assertThat(sample(GPU)).isEqualTo(Status.ERROR_SERVICE_ALREADY_CONFIGURED);
            assertThat(sample(OTHER_GPU)).isEqualTo(Status.SUCCESS);
            newContext();
            assertThat(sample(GPU)).isEqualTo(Status.ERROR);
        });
    }

    @Test
    void theBetaOfSamplingIsOffUnlessTheEnvironmentSaysSo() {
        inWindow(() -> {
            process.platform.variables.put("ROCPROFILER_PC_SAMPLING_BETA_ENABLED", "off");
            assertThat(sample(NO_GPU)).isEqualTo(Status.ERROR_NOT_IMPLEMENTED);
            assertThat(process.call(QUERY_PC_SAMPLING_AGENT_CONFIGURATIONS, NO_GPU, 0, 0))
                    .isEqualTo(Status.ERROR_NOT_IMPLEMENTED);
            process.platform.variables.clear();
            assertThat(sample(GPU)).isEqualTo(Status.ERROR_NOT_IMPLEMENTED);
        });
        assertThat(sample(GPU)).isEqualTo(Status.ERROR_NOT_IMPLEMENTED);
        process.platform.variables.put("ROCPROFILER_PC_SAMPLING_BETA_ENABLED", "on");
        assertThat(sample(GPU)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
    }

    @Test
    void samplingChecksTheAgentBeforeTheContextBeforeTheBuffer() {
        inWindow(() -> {
            assertThat(process.call(CONFIGURE_PC_SAMPLING_SERVICE, 0, NO_GPU, 2, 3, 1000, 0, 0))
                    .isEqualTo(Status.ERROR_AGENT_NOT_FOUND);
            assertThat(process.call(CONFIGURE_PC_SAMPLING_SERVICE, 0, GPU, 2, 3, 1000, 0, 0))
                    .isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
            assertThat(process.call(CONFIGURE_PC_SAMPLING_SERVICE, context, GPU, 2, 3, 1000, 0, 0))
                    .isEqualTo(Status.ERROR_BUFFER_NOT_FOUND);
            for (int bad : new int[] {0, 9}) {
                assertThat(process.call(CONFIGURE_PC_SAMPLING_SERVICE, context, GPU, bad, 3, 1000, buffer, 0))
                        .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
                assertThat(process.call(CONFIGURE_PC_SAMPLING_SERVICE, context, GPU, 2, bad, 1000, buffer, 0))
                        .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            }
        });
    }

    @Test
    void aContextTracesThreadsPerDispatchOrPerDevice() {
        long one = ToolProcess.ints(0, 0, 1, 0, 0, 0);
        inWindow(() -> {
            assertThat(traceDispatches(GPU, one, 1)).isEqualTo(Status.SUCCESS);
            assertThat(traceDispatches(OTHER_GPU, one, 1)).isEqualTo(Status.SUCCESS);
            assertThat(traceDevice(GPU)).isEqualTo(Status.ERROR_CONTEXT_INVALID);
            newContext();
            assertThat(traceDispatches(NO_GPU, one, 1)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDevice(GPU)).isEqualTo(Status.ERROR_CONTEXT_INVALID);
            newContext();
            assertThat(traceDevice(GPU)).isEqualTo(Status.SUCCESS);
            assertThat(traceDispatches(GPU, one, 1)).isEqualTo(Status.ERROR_CONTEXT_INVALID);
        });
        assertThat(traceDevice(GPU)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        assertThat(traceDispatches(GPU, one, 1)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
    }

    @Test
    void theParametersOfThreadTrace() {
        inWindow(() -> {
            long good = ToolProcess.ints(0, 0, 1, 0, 0, 0, 6, 0, 1, 0, 0, 0);
            long bad = ToolProcess.ints(0, 0, 1, 0, 0, 0, 10, 0, 1, 0, 0, 0);
            assertThat(traceDispatches(GPU, good, 2)).isEqualTo(Status.SUCCESS);
            assertThat(traceDispatches(GPU, bad, 1)).isEqualTo(Status.SUCCESS);
            assertThat(traceDispatches(GPU, bad, 2)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDispatches(GPU, 0, 1)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDispatches(GPU, process.platform.unreadable(), 1)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDispatches(GPU, good, -1)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDispatches(NO_GPU, bad, 2)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDispatches(GPU, good, 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(traceDispatches(NO_GPU, good, 2)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        });
    }

    @Test
    void onlyOneActiveContextCountsDispatches() {
        long[] contexts = new long[3];
        process.tool("tool", () -> {
            for (int i = 0; i < 3; i++) contexts[i] = newContext();
        });
        process.start();
        context = contexts[0];
        assertThat(countDispatches()).isEqualTo(Status.SUCCESS);
        context = contexts[1];
        assertThat(countDispatches()).isEqualTo(Status.SUCCESS);
        assertThat(process.call(START_CONTEXT, contexts[0])).isEqualTo(Status.SUCCESS);
        assertThat(process.call(START_CONTEXT, contexts[0])).isEqualTo(Status.SUCCESS);
        assertThat(process.call(START_CONTEXT, contexts[1])).isEqualTo(Status.ERROR_CONTEXT_CONFLICT);
        assertThat(process.call(STOP_CONTEXT, contexts[1])).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
        assertThat(process.call(START_CONTEXT, contexts[2])).isEqualTo(Status.SUCCESS);
        assertThat(process.call(STOP_CONTEXT, contexts[0])).isEqualTo(Status.SUCCESS);
        assertThat(process.call(START_CONTEXT, contexts[1])).isEqualTo(Status.SUCCESS);
        process.registration.finalizeProcess();
    }

    @Test
    void unknownContextsOfCountingAreInvalidAtAnyTime() {
        assertThat(countDispatches()).isEqualTo(Status.ERROR_CONTEXT_INVALID);
        assertThat(countDispatchesIntoABuffer(0)).isEqualTo(Status.ERROR_CONTEXT_INVALID);
        assertThat(countDevice(NO_GPU)).isEqualTo(Status.ERROR_CONTEXT_INVALID);
    }

    @Test
    void samplingADeviceThatNobodyCounts() {
        inWindow(() -> {
            long out = ToolProcess.memory(40);
            long count = ToolProcess.ints(1, 0);
            assertThat(process.call(SAMPLE_DEVICE_COUNTING_SERVICE, 0, 0, 0, out, count))
                    .isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
            assertThat(process.call(SAMPLE_DEVICE_COUNTING_SERVICE, context, 0, 0, out, count))
                    .isEqualTo(Status.ERROR_CONTEXT_NOT_STARTED);
            process.call(START_CONTEXT, context);
            assertThat(process.call(SAMPLE_DEVICE_COUNTING_SERVICE, context, 0, 1, out, count))
                    .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(process.call(SAMPLE_DEVICE_COUNTING_SERVICE, context, 0, 0, out, 0))
                    .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
            assertThat(process.call(SAMPLE_DEVICE_COUNTING_SERVICE, context, 0, 0, out, count))
                    .isEqualTo(Status.ERROR_HSA_NOT_LOADED);
            assertThat(process.call(SAMPLE_DEVICE_COUNTING_SERVICE, context, 0, 1, 0, 0))
                    .isEqualTo(Status.ERROR_HSA_NOT_LOADED);
        });
    }

    @Test
    void aGpuWithoutCountersSamplingAndThreadTrace() {
        devices.able = false;
        inWindow(() -> {
            assertThat(process.call(ITERATE_AGENT_SUPPORTED_COUNTERS, GPU, ANY_FUNCTION, 0))
                    .isEqualTo(Status.ERROR_AGENT_ARCH_NOT_SUPPORTED);
            assertThat(process.call(ITERATE_AGENT_SUPPORTED_COUNTERS, NO_GPU, ANY_FUNCTION, 0))
                    .isEqualTo(Status.ERROR_AGENT_NOT_FOUND);
            assertThat(countDevice(GPU)).isEqualTo(Status.ERROR_AGENT_ARCH_NOT_SUPPORTED);
            assertThat(countDevice(NO_GPU)).isEqualTo(Status.ERROR_AGENT_NOT_FOUND);
            assertThat(sample(GPU)).isEqualTo(Status.ERROR_NOT_AVAILABLE);
            assertThat(process.call(QUERY_PC_SAMPLING_AGENT_CONFIGURATIONS, GPU, ANY_FUNCTION, 0))
                    .isEqualTo(Status.ERROR_NOT_AVAILABLE);
            assertThat(traceDevice(GPU)).isEqualTo(Status.ERROR_NOT_AVAILABLE);
            assertThat(countDispatches()).isEqualTo(Status.SUCCESS);
        });
    }

    @Test
    void counterConfigurationsOfAGpuWithoutCounters() {
        long list = ToolProcess.ints(1, 0);
        long out = ToolProcess.memory(8);
        assertThat(process.call(CREATE_COUNTER_CONFIG, NO_GPU, list, 1, out)).isEqualTo(Status.ERROR_AGENT_NOT_FOUND);
        assertThat(process.call(CREATE_COUNTER_CONFIG, GPU, list, 1, out)).isEqualTo(Status.ERROR_COUNTER_NOT_FOUND);
        assertThat(process.call(CREATE_COUNTER_CONFIG, GPU, list, 0, out)).isEqualTo(Status.ERROR_NO_HARDWARE_COUNTERS);
        assertThat(process.call(CREATE_COUNTER_CONFIG, GPU, 0, 1, out)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(process.call(CREATE_COUNTER_CONFIG, GPU, list, 1, 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(process.call(QUERY_COUNTER_INSTANCE_COUNT, GPU, 1, out)).isEqualTo(Status.ERROR_COUNTER_NOT_FOUND);
        assertThat(process.call(QUERY_COUNTER_INSTANCE_COUNT, NO_GPU, 1, out)).isEqualTo(Status.ERROR_AGENT_NOT_FOUND);
        assertThat(process.call(CREATE_COUNTER, list, 1, list, 1, 0, 0, GPU, out))
                .isEqualTo(Status.ERROR_AST_GENERATION_FAILED);
    }
}
