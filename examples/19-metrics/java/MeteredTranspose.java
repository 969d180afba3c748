import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.rocprofiler.metrics.GpuMetrics;
import io.rocprofiler.sdk.Profiler;
import java.util.Comparator;

/// Metrics: a program with a registry of Micrometer, from which it prints at its end what the GPU did.
///
/// ```
/// ./mvnw install                                 # in the tree of rocprofiler-java
/// softgpu mvn -q compile exec:exec               # here
/// ```
public final class MeteredTranspose {
    private MeteredTranspose() {}

    public static void main(String[] args) throws Throwable {
        // @start region="register"
        MeterRegistry registry = new SimpleMeterRegistry(); // or that of Spring Boot, Micronaut, Quarkus
        GpuMetrics gpu = new GpuMetrics();
        gpu.bindTo(registry);
        Profiler.register(gpu); // before the first call of a ROCm runtime
        // @end
        // Tools have got all their records when the first of the program's hooks runs.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> print(registry)));
        Transpose.main(args);
    }

    private static void print(MeterRegistry registry) {
        registry.getMeters().stream()
                .sorted(Comparator.comparing(meter -> meter.getId().toString()))
                .forEach(MeteredTranspose::print);
    }

    private static void print(Meter meter) {
        String direction = meter.getId().getTag("direction");
        for (Measurement measured : meter.measure())
            if (measured.getValue() != 0)
                System.err.printf(
                        "%s%s %s: %.4g%n",
                        meter.getId().getName(),
                        direction == null ? "" : " " + direction,
                        measured.getStatistic().getTagValueRepresentation(),
                        measured.getValue());
    }
}
