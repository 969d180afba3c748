package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The symbols and versions that the two libraries export: the import tables of linked programs name both.
/// `readelf` prints them.
final class RoctracerExportsTest {
    private static final Path FACTS =
            Product.SOURCES.resolve("../../../../spec").normalize();
    private static final Pattern FUNCTION =
            Pattern.compile("\"name\":\"(\\w+)\",.*(?:\"node\":|\"libroctx64.so.4\",)\"([\\w.]+)\"");
    private static final Pattern SYMBOL =
            Pattern.compile(" (FUNC|OBJECT) +(?:GLOBAL|WEAK) +DEFAULT +(?!UND)\\w+ (\\w+)@@([\\w.]+)");

    @ParameterizedTest
    @CsvSource({
        "libroctracer64.so.4, roctracer-functions.json, 42",
        "libroctx64.so.4, roctx-functions.json, 8",
    })
    void exactly_the_documented_names_in_their_versions(String library, String facts, int count) throws IOException {
        Map<String, String> expected = new TreeMap<>();
        for (String line : Files.readAllLines(FACTS.resolve(facts))) {
            Matcher function = FUNCTION.matcher(line);
            if (function.find()) expected.put(function.group(1), function.group(2));
        }
        assertThat(exported(library)).isEqualTo(expected).hasSize(count);
    }

    @Test
    void the_priority_is_four_bytes_that_need_no_code_to_be_there() {
        assertThat(readelf("--dyn-syms", "libroctracer64.so.4"))
                .filteredOn(line -> line.contains(" HSA_AMD_TOOL_PRIORITY@@ROCTRACER_4.1"))
                .singleElement()
                .asString()
                .containsPattern(" 4 OBJECT +GLOBAL +DEFAULT");
    }

    @ParameterizedTest
    @CsvSource({"libroctracer64.so.4, libroctracer64.so.4", "libroctx64.so.4, libroctx64.so.4"})
    void the_names_that_programs_ask_for_are_theirs(String library, String soname) {
        assertThat(readelf("-d", library))
                .anyMatch(line -> line.contains("(SONAME)") && line.contains("[" + soname + "]"));
        assertThat(Path.of(Product.file("lib/" + library.replace(".so.4", ".so"))))
                .exists();
    }

    /// The libraries are used in processes without a GPU, and start no JVM.
    @ParameterizedTest
    @CsvSource({"libroctracer64.so.4", "libroctx64.so.4"})
    void they_need_neither_a_runtime_nor_a_jvm(String library) {
        assertThat(readelf("-d", library))
                .filteredOn(line -> line.contains("(NEEDED)"))
                .noneMatch(line -> line.contains("hsa") || line.contains("hip") || line.contains("jvm"))
                .noneMatch(line -> line.contains("libstdc++") || line.contains("librocprofiler-sdk.so"));
    }

    @Test
    void preloaded_into_any_program_they_do_nothing() {
        for (String command : List.of("/bin/true", Product.JDK.resolve("bin/java") + " -version")) {
            Outcome outcome = Run.command(command.split(" "))
                    .with(
                            "LD_PRELOAD",
                            Product.file("lib/libroctracer64.so.4") + ":" + Product.file("lib/libroctx64.so.4"))
                    .go();
            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.errLines()).noneMatch(line -> line.contains("roc"));
        }
    }

    private static Map<String, String> exported(String library) {
        Map<String, String> found = new TreeMap<>();
        for (String line : readelf("--dyn-syms", library)) {
            Matcher symbol = SYMBOL.matcher(line);
            if (symbol.find()) found.put(symbol.group(2), symbol.group(3));
        }
        // A version is itself a symbol, without an address.
        Stream.of("ROCTRACER_4.0", "ROCTRACER_4.1", "ROCTX_4.1").forEach(found::remove);
        return found;
    }

    private static List<String> readelf(String what, String library) {
        Outcome outcome = Run.command("readelf", "-W", what, Product.file("lib/" + library))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome.outLines();
    }
}
