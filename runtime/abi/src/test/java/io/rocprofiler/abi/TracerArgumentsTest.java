package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.TracerArguments;
import io.rocprofiler.abi.internal.TracerFormats;
import io.rocprofiler.abi.internal.TracerFormats.Argument;
import io.rocprofiler.abi.internal.TracerFormats.Call;
import io.rocprofiler.abi.internal.TracerFormats.Form;
import io.rocprofiler.abi.internal.TracerFormats.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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
    void whatIsShownOfACallHasAFormAndAPlace() {
        assertThat(TracerFormats.ofHip(HipApiId.hipMalloc.value()))
                .isEqualTo(new Call(
                        "hipMalloc",
                        Form.I32,
                        List.of(
                                new Argument("ptr", 16, 24, 8, Form.POINTER, List.of()),
                                new Argument("size", -1, 32, 8, Form.U64, List.of()))));
        Call launch = Objects.requireNonNull(TracerFormats.ofHip(HipApiId.hipLaunchKernel.value()));
        assertThat(launch.end(HipApiData.ARGS)).isEqualTo(80);
        assertThat(launch.arguments().get(1).members())
                .containsExactly(
                        new Member("z", 8, 1, Form.U32),
                        new Member("y", 4, 1, Form.U32),
                        new Member("x", 0, 1, Form.U32));
        assertThat(Objects.requireNonNull(TracerFormats.ofHsa(HsaApiId.hsa_init.value()))
                        .end(HsaApiData.ARGS))
                .isEqualTo(HsaApiData.ARGS);
        for (int none : new int[] {-1, 0, 5000}) {
            assertThat(TracerFormats.ofHip(none)).isNull();
        }
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
