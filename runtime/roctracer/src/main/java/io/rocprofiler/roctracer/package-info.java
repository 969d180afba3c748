/// roctracer's interface, typed: for Java programs that trace the process they live in, as clients of
/// `libroctracer64` do.
///
/// ```java
/// Roctracer.enableCallback(Op.of(HipApiId.hipMalloc), call -> {
///     if (call instanceof ApiCallback api && api.phase() == ActivityApiPhase.ENTER)
///         System.err.println(api.argument("size").asLong() + " bytes");
/// });
/// try (Pool pool = Pool.open(1 << 20, records -> records.forEach(System.err::println))) {
///     Roctracer.enableActivity(ActivityDomain.HIP_OPS, pool);
///     try (var _ = Roctracer.externalId(31)) {
///         work();
///     }
/// }
/// ```
///
/// It needs an installed `libroctracer64.so.4`: the one that the process has loaded already, else the one
/// in `-Drocprofiler.home` or `ROCPROFILER_HOME`, `java.library.path`, `/opt/rocprofiler-java`,
/// `/opt/rocm`, or where the system finds it. Registrations are the process's: what C clients of the same
/// library register for an operation replaces what Java has registered, and the other way round.
///
/// Units: times are nanoseconds on `CLOCK_BOOTTIME`, ROCm's clock; sizes are bytes. Errors: what is asked
/// for wrongly throws [io.rocprofiler.roctracer.RoctracerException], with C's status and words. What a
/// handler throws ends there: it is counted, and said once on standard error. When the JVM shuts down, what
/// Java has enabled is disabled and its pools are closed.
///
@NullMarked
package io.rocprofiler.roctracer;

import org.jspecify.annotations.NullMarked;
