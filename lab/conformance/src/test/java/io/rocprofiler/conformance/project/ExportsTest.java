package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SdkFacts;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The functions that the libraries export are those of the facts: a tool that calls a missing one ends its program
/// at that call, because names are looked up when they are first used. For roctracer's libraries, see
/// `RoctracerExportsTest`; that each enumerator of the facts has its constants, the tests of `spec` and `runtime/abi`
/// prove.
final class ExportsTest {
    private static final Pattern SYMBOL = Pattern.compile(" FUNC +(?:GLOBAL|WEAK) +DEFAULT +(?!UND)\\w+ (\\w+)");

    /// Functions of our own, which AMD's libraries have not.
    private static final Pattern OURS = Pattern.compile(
            "rpj_\\w+|rocprofiler_java_\\w+|JNI_OnLoad|OnLoad|OnUnload|rocprofiler_register_import_roctx");

    @ParameterizedTest
    @CsvSource({
        "librocprofiler-sdk.so.1, sdk-functions.json, 81",
        "librocprofiler-register.so.0, register-functions.json, 7",
        "librocprofiler-sdk-rocpd.so.1, rocpd-functions.json, 5",
    })
    void exactly_the_functions_of_the_facts_are_exported(String library, String facts, int count) {
        assertThat(exported(library))
                .hasSize(count)
                .containsExactlyInAnyOrderElementsOf(SdkFacts.exportedFunctions(facts));
    }

    private static Set<String> exported(String library) {
        Outcome outcome = Run.command("readelf", "-W", "--dyn-syms", Product.file("lib/" + library))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        Set<String> names = new TreeSet<>();
        for (String line : outcome.outLines()) {
            Matcher symbol = SYMBOL.matcher(line);
            if (symbol.find() && !OURS.matcher(symbol.group(1)).matches()) names.add(symbol.group(1));
        }
        return names;
    }
}
