package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// HSA's tables in the facts, and in ROCm's own headers of each release: the same functions in the same order, for the
/// version that the header says its tables have.
class HsaTableVersionsTest {

    private static final Pattern MEMBER = Pattern.compile("\\b\\w+\\)?\\s*\\*\\s*(\\w+_fn)\\s*;");

    private final Facts facts = Facts.read(Compiler.FACTS);

    @ParameterizedTest
    @MethodSource("io.rocprofiler.facts.c.RocmHeadersTest#releases")
    void each_version_has_the_functions_of_its_header(RocmHeadersTest.Release release) throws IOException {
        Path header = release.include().resolve("hsa/hsa_api_trace.h");
        Path versions = release.include().resolve("hsa/hsa_api_trace_version.h");
        String text = Files.readString(header) + (Files.exists(versions) ? Files.readString(versions) : "");
        for (Table table : facts.library("hsa").tables()) {
            List<String> members = members(text, table.struct());
            if (members.isEmpty()) {
                continue;
            }
            int major = major(text, table.versionMacros().getFirst());
            assertThat(known(table, major, members.size()))
                    .as(table.struct() + " of version " + major)
                    .isEqualTo(members);
        }
    }

    private static List<String> known(Table table, int major, int count) {
        List<Integer> earlier = table.earlier().get(major);
        if (earlier != null) {
            return earlier.stream().map(slot -> table.slots().get(slot).field()).toList();
        }
        return major == table.majorVersion()
                ? table.slots().stream().map(Slot::field).limit(count).toList()
                : List.of();
    }

    private static List<String> members(String text, String struct) {
        Matcher body = Pattern.compile("struct " + struct + " \\{(.*?)\\n\\};", Pattern.DOTALL)
                .matcher(text);
        List<String> members = new ArrayList<>();
        if (body.find()) {
            Matcher member = MEMBER.matcher(body.group(1));
            while (member.find()) {
                members.add(member.group(1));
            }
        }
        return members;
    }

    private static int major(String text, String macro) {
        Matcher matcher = Pattern.compile("#define " + macro + "\\s+(0x[0-9a-fA-F]+|\\d+)")
                .matcher(text);
        assertThat(matcher.find()).as(macro).isTrue();
        return Integer.decode(matcher.group(1));
    }
}
