package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Tests names of operations in every domain, and look-ups by name.
final class RoctracerNamesTest {

    @Test
    void names_come_from_the_library_s_own_table_where_there_is_no_hip() {
        assertThat(Roctracer.print("names", "-")).isEqualTo(NAMES + """
                213 names of domain 0
                431 names of domain 3
                """);
    }

    @Test
    void the_software_gpu_s_names_are_the_same() {
        Run run = Roctracer.run("names", Roctracer.SOFTGPU).onSoftgpu();
        assertThat(Roctracer.printed(run)).isEqualTo(NAMES + "213 names of domain 0\n");
    }

    @Test
    void a_newer_hip_names_what_the_table_does_not_know() {
        assertThat(Roctracer.print("names", Roctracer.HIP))
                .isEqualTo(NAMES.replace("3 5000 0: unknown", "3 5000 0: hipNewCall")
                                .replace("0x7777: Unknown command kind", "0x7777: NewKind")
                        + "213 names of domain 0\n");
    }

    /// Domain, number and kind of an operation with its name, or the reason why it has none; then domain and name
    /// with the status, number and kind found (9999: nothing was written).
    private static final String NAMES = """
            0 0 0: hsa_init
            0 1 0: hsa_shut_down
            0 5 0: hsa_iterate_agents
            0 7 0: hsa_queue_create
            0 38 0: hsa_signal_destroy
            0 138 0: hsa_amd_memory_pool_allocate
            0 140 0: hsa_amd_memory_async_copy
            0 158 0: hsa_amd_signal_create
            0 212 0: hsa_ext_sampler_create_v2
            0 213 0: unknown
            0 214 0: unknown
            0 5000 0: unknown
            0 -1 0: unknown
            1 -1 0: null, roctracer_op_string(), invalid HSA OPS callback id
            1 0 0: DISPATCH
            1 1 0: COPY
            1 2 0: BARRIER
            1 3 0: PCSAMPLE
            1 4 0: null, roctracer_op_string(), invalid HSA OPS callback id
            7 -1 0: null, roctracer_op_string(), invalid HSA EVT callback id
            7 0 0: ALLOCATE
            7 1 0: DEVICE
            7 2 0: MEMCOPY
            7 3 0: SUBMIT
            7 4 0: KSYMBOL
            7 5 0: CODEOBJ
            7 6 0: null, roctracer_op_string(), invalid HSA EVT callback id
            3 0 0: unknown
            3 1 0: __hipPopCallConfiguration
            3 48 0: hipDeviceSynchronize
            3 69 0: hipFree
            3 107 0: hipLaunchKernel
            3 108 0: hipMalloc
            3 125 0: hipMemcpy
            3 134 0: hipMemcpyAsync
            3 169 0: hipModuleLaunchKernel
            3 186 0: hipSetDevice
            3 192 0: hipStreamCreate
            3 5000 0: unknown
            3 -1 0: unknown
            2 0 0: InternalMarker
            2 1 0x11f0: KernelExecution
            2 2 0x11f3: CopyDeviceToHost
            2 3 0x11f4: CopyHostToDevice
            2 4 0x11f5: CopyDeviceToDevice
            2 0 0x11fe: Marker
            2 1 0x1201: CopyDeviceToHost2D
            2 2 0x1207: FillBuffer
            2 3 0x7777: Unknown command kind
            2 4 0xffffffff: Unknown command kind
            5 0 0: EXT_API
            5 99 0x1: EXT_API
            6 0 0: null, roctracer_op_string(), invalid domain ID
            4 0 0: null, roctracer_op_string(), invalid domain ID
            8 0 0: null, roctracer_op_string(), invalid domain ID
            -1 0 0: null, roctracer_op_string(), invalid domain ID
            0 hsa_init: 0, 0, 0
            0 hsa_amd_signal_create: 0, 158, 0
            0 nope: -3, 214, 9999
            0 : -3, 214, 9999
            3 hipMalloc: 0, 108, 0
            3 hipLaunchKernel: 0, 107, 0
            3 __hipPopCallConfiguration: 0, 1, 0
            3 hipGetDevicePropertiesR0600: 0, 370, 0
            3 hipGetDeviceProperties: 0, 370, 0
            3 hsa_init: -3, 0, 9999
            3 hipNewCall: -3, 0, 9999
            1 hipMalloc: -2, 9999, 9999
            2 hipMalloc: -2, 9999, 9999
            4 hipMalloc: -2, 9999, 9999
            5 hipMalloc: -2, 9999, 9999
            6 hipMalloc: -2, 9999, 9999
            7 hipMalloc: -2, 9999, 9999
            8 hipMalloc: -2, 9999, 9999
            -1 hipMalloc: -2, 9999, 9999
            """;
}
