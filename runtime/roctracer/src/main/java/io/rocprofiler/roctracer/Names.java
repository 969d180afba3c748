package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// The names of operations, as the library knows them or queries them from HIP.
final class Names {
    private Names() {}

    /// const char* roctracer_op_string(uint32_t domain, uint32_t op, uint32_t kind)
    static @Nullable String of(int domain, int op, int kind) {
        return Memory.string(Library.process().call("roctracer_op_string", domain, op, kind));
    }

    /// roctracer_status_t roctracer_op_code(uint32_t domain, const char* str, uint32_t* op, uint32_t* kind)
    static int code(ActivityDomain domain, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment op = arena.allocate(ValueLayout.JAVA_INT);
            long text = arena.allocateFrom(name).address();
            Library.process().check("roctracer_op_code", domain.value(), text, op.address(), 0);
            return op.get(ValueLayout.JAVA_INT, 0);
        }
    }
}
