package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import java.util.List;
import java.util.Objects;

/// The functions that the synthetic program calls, by their ABI numbers.
final class Calls {

    static final Hip LAUNCH = runtime("hipLaunchKernel");
    static final Hip COPY = runtime("hipMemcpyAsync");
    static final Hip SYNCHRONIZE = runtime("hipStreamSynchronize");
    static final Hip MALLOC = runtime("hipMalloc");
    static final Hip FREE = runtime("hipFree");
    static final Hip DEVICE = runtime("hipGetDevice");
    static final Hip LAST_ERROR = runtime("hipGetLastError");
    static final Hip PUSH = compiler("__hipPushCallConfiguration");
    static final Hip POP = compiler("__hipPopCallConfiguration");

    static final Hsa STORE_SIGNAL = core("hsa_signal_store_screlease");
    static final Hsa WAIT_SIGNAL = core("hsa_signal_wait_scacquire");
    static final Hsa WRITE_INDEX = core("hsa_queue_add_write_index_screlease");
    static final Hsa ASYNC_COPY = amd("hsa_amd_memory_async_copy_on_engine");
    static final Hsa POOL_ALLOCATE = amd("hsa_amd_memory_pool_allocate");
    static final Hsa POOL_FREE = amd("hsa_amd_memory_pool_free");

    private Calls() {}

    record Hsa(int kind, int operation) {}

    /// A HIP function whose records carry its arguments.
    record Hip(int kind, int operation, List<ApiParameter> parameters) {

        /// Fills in arguments in order. A struct gets its value as its first word, and ones in the words after it.
        void arguments(Stretch stretch, int at, long... values) {
            for (int i = 0; i < values.length; i++) {
                ApiParameter parameter = parameters.get(i);
                int place = at + parameter.offset();
                if (parameter.size() == Long.BYTES) {
                    stretch.u64(place, values[i]);
                    continue;
                }
                stretch.u32(place, (int) values[i]);
                for (int more = Integer.BYTES; more < parameter.size(); more += Integer.BYTES) {
                    stretch.u32(place + more, 1);
                }
            }
        }
    }

    private static Hip runtime(String name) {
        return hip(BufferTracingKind.HIP_RUNTIME_API_EXT, name);
    }

    private static Hip compiler(String name) {
        return hip(BufferTracingKind.HIP_COMPILER_API_EXT, name);
    }

    private static Hip hip(BufferTracingKind kind, String name) {
        int operation = find(kind, name);
        ApiTable table = Objects.requireNonNull(ApiTables.ofBufferKind(kind.value()));
        ApiFunction function = table.function(operation);
        return new Hip(kind.value(), operation, List.copyOf(function.parameters()));
    }

    private static Hsa core(String name) {
        return new Hsa(BufferTracingKind.HSA_CORE_API.value(), find(BufferTracingKind.HSA_CORE_API, name));
    }

    private static Hsa amd(String name) {
        return new Hsa(BufferTracingKind.HSA_AMD_EXT_API.value(), find(BufferTracingKind.HSA_AMD_EXT_API, name));
    }

    private static int find(BufferTracingKind kind, String name) {
        int operation = Operations.find(kind, name);
        if (operation < 0) {
            throw new IllegalStateException("function=" + name);
        }
        return operation;
    }
}
