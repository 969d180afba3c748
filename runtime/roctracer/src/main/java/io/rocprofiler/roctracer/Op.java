package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.HsaApiId;
import io.rocprofiler.abi.HsaEvtId;
import io.rocprofiler.abi.HsaOpId;
import io.rocprofiler.abi.RoctxApiId;
import org.jspecify.annotations.Nullable;

/// One operation: a function of a runtime, a kind of GPU work, or an event.
///
/// @param domain which runtime, or kind of work
/// @param number in its domain, as C counts. A runtime that is newer than this library has numbers without
/// a constant.
public record Op(ActivityDomain domain, int number) {
    /// {@return the operation of a function}
    ///
    /// @param function of this release's headers
    public static Op of(HipApiId function) {
        return new Op(ActivityDomain.HIP_API, function.value());
    }

    /// {@return the operation of a function}
    ///
    /// @param function of this release's headers
    public static Op of(HsaApiId function) {
        return new Op(ActivityDomain.HSA_API, function.value());
    }

    /// {@return the operation of a function}
    ///
    /// @param function of this release's headers
    public static Op of(RoctxApiId function) {
        return new Op(ActivityDomain.ROCTX, function.value());
    }

    /// {@return the operation of a kind of GPU work}
    ///
    /// @param work of this release's headers
    public static Op of(HipOpId work) {
        return new Op(ActivityDomain.HIP_OPS, work.value());
    }

    /// {@return the operation of a kind of GPU work}
    ///
    /// @param work of this release's headers
    public static Op of(HsaOpId work) {
        return new Op(ActivityDomain.HSA_OPS, work.value());
    }

    /// {@return the operation of an event}
    ///
    /// @param event of this release's headers
    public static Op of(HsaEvtId event) {
        return new Op(ActivityDomain.HSA_EVT, event.value());
    }

    /// {@return the function of that name (`roctracer_op_code`)} Knows HIP's and HSA's.
    ///
    /// @param domain which runtime, or kind of work
    /// @param name of the C function
    /// @throws RoctracerException if there is none
    public static Op named(ActivityDomain domain, String name) {
        return new Op(domain, Names.code(domain, name));
    }

    /// {@return the name of a function, an event, or a kind of work; null if there is none} The commands of HIP have
    /// names of their own: [TracerRecord#name].
    public @Nullable String name() {
        return switch (domain) {
            case HIP_OPS -> nameOf(HipOpId.of(number));
            case ROCTX -> nameOf(RoctxApiId.of(number));
            default -> Names.of(domain, number, 0);
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
