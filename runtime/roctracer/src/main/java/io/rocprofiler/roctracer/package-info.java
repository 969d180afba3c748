/// A typed interface to roctracer for Java programs that trace their own process, like C clients
/// of `libroctracer64`.
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
/// The package needs an installed `libroctracer64.so.4`: the one that the process has already loaded, else the one
/// in `-Drocprofiler.home` or `ROCPROFILER_HOME`, `java.library.path`, `/opt/rocprofiler-java`, `/opt/rocm`, or in
/// the system's search path. Registrations are process-wide: a C client's registration for an operation replaces
/// that of Java, and vice versa.
///
/// Units: times are nanoseconds on `CLOCK_BOOTTIME`, ROCm's clock; sizes are bytes. Errors: invalid requests throw
/// [io.rocprofiler.roctracer.RoctracerException] with C's status and message. Exceptions of handlers are caught and
/// counted, and the first is reported on standard error. When the JVM shuts down, everything that Java has enabled
/// is disabled and its pools are closed.
///
@NullMarked
package io.rocprofiler.roctracer;

import org.jspecify.annotations.NullMarked;
