package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Compares the Java constants with the values that a C compiler computes from the public headers.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LayoutProbeTest {
    private List<String> lines;

    @BeforeAll
    void compileTheProbe(@TempDir Path directory) throws Exception {
        Path probe = Path.of(System.getProperty("probe.dir"));
        lines = Compiler.compileAndRun(directory, Files.readString(probe.resolve("probe.c")), "-I" + probe);
    }

    @Test
    void sizesAndOffsetsAreTheCompilers() throws Exception {
        int checked = 0;
        for (String line : lines) {
            int dot = line.indexOf('.');
            if (dot > 0) {
                int space = line.indexOf(' ');
                Field constant = type(line.substring(0, dot)).getField(line.substring(dot + 1, space));
                assertThat(constant.getInt(null)).as(line).isEqualTo(Integer.parseInt(line.substring(space + 1)));
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(900);
    }

    @Test
    void enumeratorsHaveTheCompilersValues() throws Exception {
        int checked = 0;
        for (String line : lines) {
            int hash = line.indexOf('#');
            if (hash > 0) {
                int space = line.indexOf(' ');
                String enumerator = line.substring(hash + 1, space);
                int value = (int) Long.parseLong(line.substring(space + 1));
                String type = line.substring(0, hash);
                if (type.endsWith("ApiId")) checkOperation(type, enumerator, value);
                else checkEnumerator(type(type), enumerator, value);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(1000);
    }

    private static void checkEnumerator(Class<?> type, String enumerator, int value) throws Exception {
        if (enumerator.endsWith("_LAST")) {
            assertThat(type.getMethod("last").invoke(null)).as(enumerator).isEqualTo(value);
        } else {
            Object constant = type.getMethod("of", int.class).invoke(null, value);
            assertThat(constant).as(enumerator).isNotNull();
            String nativeName = (String) type.getMethod("nativeName").invoke(constant);
            boolean isAlias = enumerator.endsWith("_LOAD")
                    || enumerator.endsWith("_UNLOAD")
                    || enumerator.equals("ROCPROFILER_STATUS_ERROR_PROFILE_NOT_FOUND");
            assertThat(nativeName.equals(enumerator) || isAlias)
                    .as("%s is %s", enumerator, nativeName)
                    .isTrue();
        }
    }

    /// Checks an operation: our enums name an API's functions as the API does.
    private static void checkOperation(String type, String enumerator, int value) throws Exception {
        String function = enumerator.substring(enumerator.indexOf("_API_ID_") + "_API_ID_".length());
        if (function.equals("NONE") || function.equals("LAST")) return;
        Object constant =
                type(type.replace("ApiId", "Operation")).getField(function).get(null);
        assertThat(((Operation) constant).value()).as(enumerator).isEqualTo(value);
    }

    @Test
    void argumentsLieWhereTheCompilerPutsThem() {
        int checked = 0;
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words.length == 5) {
                ApiTable table = ApiTablesTest.table(words[0]);
                ApiParameter parameter = table.function(table.find(words[1])).parameters().stream()
                        .filter(candidate -> candidate.name().equals(words[2]))
                        .findFirst()
                        .orElseThrow();
                int value = words[3].equals("offset") ? parameter.offset() : parameter.size();
                assertThat(value).as(line).isEqualTo(Integer.parseInt(words[4]));
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(4900);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("io.rocprofiler.abi." + name);
    }
}
