package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.HsaApiId;
import io.rocprofiler.abi.HsaEvtId;
import io.rocprofiler.abi.HsaOpId;
import io.rocprofiler.abi.RoctxApiId;
import org.jspecify.annotations.Nullable;

/// An operation: a function of a runtime, a kind of GPU work, or an event.
///
/// @param domain the runtime, or the type of work
/// @param number in its domain, as in C. Runtimes newer than this library have numbers without constants.
/// a constant.
public record Op(ActivityDomain domain, int number) {
    /// {@return the operation of a function}
    ///
    /// @param function from this release's headers
    public static Op of(HipApiId function) {
        return new Op(ActivityDomain.HIP_API, function.value());
    }

    /// {@return the operation of a function}
    ///
    /// @param function from this release's headers
    public static Op of(HsaApiId function) {
        return new Op(ActivityDomain.HSA_API, function.value());
    }

    /// {@return the operation of a function}
    ///
    /// @param function from this release's headers
    public static Op of(RoctxApiId function) {
        return new Op(ActivityDomain.ROCTX, function.value());
    }

    /// {@return the operation of a kind of GPU work}
    ///
    /// @param work from this release's headers
    public static Op of(HipOpId work) {
        return new Op(ActivityDomain.HIP_OPS, work.value());
    }

    /// {@return the operation of a kind of GPU work}
    ///
    /// @param work from this release's headers
    public static Op of(HsaOpId work) {
        return new Op(ActivityDomain.HSA_OPS, work.value());
    }

    /// {@return the operation of an event}
    ///
    /// @param event from this release's headers
    public static Op of(HsaEvtId event) {
        return new Op(ActivityDomain.HSA_EVT, event.value());
    }

    /// {@return the function of that name (`roctracer_op_code`)} Supports HIP and HSA.
    ///
    /// @param domain the runtime, or the type of work
    /// @param name of the C function
    /// @throws RoctracerException if the function is unknown
    public static Op named(ActivityDomain domain, String name) {
        return new Op(domain, Names.code(domain, name));
    }

    /// {@return the name of a function, an event, or a kind of work; null if unknown} HIP's commands have separate
    /// names: [TracerRecord#operationName].
    public @Nullable String name() {
        return switch (domain) {
            case HIP_OPS -> nameOf(HipOpId.of(number));
            case ROCTX -> nameOf(RoctxApiId.of(number));
            default -> Names.of(domain.value(), number, 0);
        };
    }

    private static @Nullable String nameOf(@Nullable Enum<?> constant) {
        return constant == null ? null : constant.name();
    }

    @Override
    public String toString() {
        String name = name();
        return name != null ? name : domain + " " + number;
    }
}
