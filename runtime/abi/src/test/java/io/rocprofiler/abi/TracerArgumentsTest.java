package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.TracerArguments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TracerArgumentsTest {
    private static final Path FACTS = Path.of(System.getProperty("facts.dir"));

    @Test
    void aFunctionsArgumentsHaveNamesTypesAndPlaces() {
        assertThat(TracerArguments.ofHip(HipApiId.hipMemcpy.value()))
                .containsExactly(
                        new ApiParameter("dst", "void*", "pointer", 0, 8),
                        new ApiParameter("src", "const void*", "pointer", 8, 8),
                        new ApiParameter("sizeBytes", "size_t", "u64", 16, 8),
                        new ApiParameter("kind", "hipMemcpyKind", "enum:hipMemcpyKind", 24, 4));
        assertThat(TracerArguments.ofHsa(HsaApiId.hsa_amd_memory_async_copy_rect.value()))
                .extracting(ApiParameter::name)
                .containsExactly(
                        "dst",
                        "dst_offset",
                        "src",
                        "src_offset",
                        "range",
                        "copy_agent",
                        "dir",
                        "num_dep_signals",
                        "dep_signals",
                        "completion_signal");
        assertThat(TracerArguments.ofHip(HipApiId.hipDeviceSynchronize.value())).isEmpty();
    }

    @Test
    void idsAreThoseOfTheRuntimes() {
        assertThat(HipApiId.hipMalloc.value()).isEqualTo(108);
        assertThat(HipApiId.of(107)).isEqualTo(HipApiId.hipLaunchKernel);
        assertThat(HipApiId.of(0)).isNull();
        assertThat(HipApiId.of(50)).isNull();
        assertThat(HipApiId.of(444)).isNull();
        assertThat(HsaApiId.of(0)).isEqualTo(HsaApiId.hsa_init);
        assertThat(HsaApiId.of(213)).isNull();
        assertThat(RoctxApiId.values()).hasSize(5);
    }

    @Test
    void hsaArgumentsLieWhereTheReferenceHasThem() throws Exception {
        int checked = 0;
        for (String[] words : rows("roctracer-hsa-api-args-ref.tsv")) {
            if (!words[2].equals("-") && !words[2].endsWith("__val")) {
                check(TracerArguments.ofHsa(HsaApiId.valueOf(words[1]).value()), words, HsaApiData.ARGS);
                checked++;
            }
        }
        assertThat(checked).isEqualTo(670);
    }

    /// Two functions have hipMemsetParams, which has grown since, before their last argument; one number no longer
    /// has a function.
    @Test
    void hipArgumentsLieWhereHip63HasThem() throws Exception {
        int checked = 0;
        for (String[] words : rows("roctracer-hip-api-args-6.3.tsv")) {
            HipApiId function = HipApiId.of(Integer.parseInt(words[0]));
            boolean same = function != null && function.name().equals(words[1]);
            assertThat(same).as(words[1]).isNotEqualTo(words[1].equals("hipExtHostAlloc"));
            boolean moved = words[1].contains("MemsetNode") && words[2].equals("ctx");
            if (same && !moved && !words[2].equals("-") && !words[2].endsWith("__val")) {
                check(TracerArguments.ofHip(HipApiId.valueOf(words[1]).value()), words, HipApiData.ARGS);
                checked++;
            }
        }
        assertThat(checked).isEqualTo(1211);
    }

    private static void check(List<ApiParameter> arguments, String[] words, int origin) {
        ApiParameter argument = arguments.stream()
                .filter(candidate -> candidate.name().equals(words[2]))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join(" ", words)));
        assertThat(argument.offset() + origin).as(String.join(" ", words)).isEqualTo(Integer.parseInt(words[4]));
        assertThat(argument.size()).as(String.join(" ", words)).isEqualTo(Integer.parseInt(words[5]));
    }

    private static List<String[]> rows(String file) throws Exception {
        return Files.readAllLines(FACTS.resolve(file)).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("id\t"))
                .map(line -> line.split("\t", -1))
                .toList();
    }
}
