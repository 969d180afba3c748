package io.rocprofiler.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceSelectionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hip-trace                     | HIP_COMPILER HIP_RUNTIME",
                "--hip-trace --hip-compiler-trace=no | HIP_RUNTIME -HIP_COMPILER",
                "--hip-runtime-trace             | HIP_RUNTIME",
                "--hip-runtime-trace --kernel-trace | HIP_GRAPH HIP_RUNTIME KERNEL",
                "--hip-trace --kernel-trace --hip-graph-trace=no | HIP_COMPILER HIP_RUNTIME KERNEL -HIP_GRAPH",
                "--hip-graph-trace               | HIP_GRAPH",
                "--hsa-trace on                  | HSA_AMD HSA_CORE HSA_FINALIZER HSA_IMAGE",
                "--hsa-core-trace --hsa-amd-trace=False --hsa-image-trace=1 --hsa-finalizer-trace=n | HSA_CORE HSA_IMAGE -HSA_AMD -HSA_FINALIZER",
                "--marker-trace=y --rccl-trace=T | MARKER RCCL",
                "--rocdecode-trace --rocjpeg-trace=off | ROCDECODE -ROCJPEG",
                "-r                              | HIP_GRAPH HIP_RUNTIME KERNEL MARKER MEMORY_ALLOCATION MEMORY_COPY RCCL ROCDECODE ROCJPEG SCRATCH_MEMORY",
                "--sys-trace --hsa-trace=no --kernel-trace=no --memory-copy-trace=no --memory-allocation-trace=no --scratch-memory-trace=no --rccl-trace=no --rocdecode-trace=no --rocjpeg-trace=no | HIP_COMPILER HIP_GRAPH HIP_RUNTIME MARKER -HSA_AMD -HSA_CORE -HSA_FINALIZER -HSA_IMAGE -KERNEL -MEMORY_ALLOCATION -MEMORY_COPY -RCCL -ROCDECODE -ROCJPEG -SCRATCH_MEMORY",
                "--kokkos-trace                  | MARKER",
                "--kokkos-trace --marker-trace=no | -MARKER",
                "--sys-trace=no                  | ''",
            })
    void aggregatesFillOnlyWhatWasNotSaid(String options, String expected) {
        TreeSet<String> on = new TreeSet<>();
        TreeSet<String> off = new TreeSet<>();
        for (Map.Entry<Trace, Boolean> entry :
                TraceSelection.of(Said.of(options)).entrySet()) {
            (entry.getValue() ? on : off).add((entry.getValue() ? "" : "-") + entry.getKey());
        }
        on.remove("");
        String text = String.join(" ", on) + (off.isEmpty() ? "" : " " + String.join(" ", off));
        assertThat(text.strip()).isEqualTo(expected);
    }
}
