package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Compares every signature with argument lists that were measured independently of the
/// tables (`sdk-api-args.tsv`).
class SignaturesTest {
    /// A row of the list; an offset or a size of -1 was not measured.
    private record Row(String domain, int operation, String function, String name, int offset, int size) {
        static Row parse(String line) {
            String[] words = line.split("\t", -1);
            return new Row(
                    words[0], Integer.parseInt(words[1]), words[2], words[4], measured(words[6]), measured(words[7]));
        }

        private static int measured(String word) {
            return word.isEmpty() || word.startsWith("~") ? -1 : Integer.parseInt(word);
        }
    }

    @Test
    void everyMeasuredArgumentLiesWhereTheTableSays() throws IOException {
        List<String> lines = Files.readAllLines(Path.of(System.getProperty("facts.dir"), "sdk-api-args.tsv"));
        int compared = 0;
        for (String line : lines.subList(1, lines.size())) {
            Row row = Row.parse(line);
            ApiTable table = ApiTables.ofCallbackKind(
                    CallbackTracingKind.valueOf(row.domain()).value());
            if (table != null) { // OMPT and marker ranges have no table
                compare(row, table);
                compared++;
            }
        }

        assertThat(compared).isEqualTo(2465);
    }

    private static void compare(Row row, ApiTable table) {
        ApiFunction function = table.function(row.operation());
        assertThat(function.name()).isEqualTo(row.function());
        if (row.name().equals("no_args")) {
            assertThat(function.parameters()).as(row.function()).isEmpty();
            return;
        }
        // By name: the lists of three functions repeat an argument.
        List<ApiParameter> named = function.parameters().stream()
                .filter(parameter -> parameter.name().equals(row.name()))
                .toList();
        assertThat(named).as("%s", row).hasSize(1);
        if (row.size() >= 0) {
            assertThat(named.getFirst().size()).as("%s", row).isEqualTo(row.size());
        }
        if (row.offset() >= 0) {
            assertThat(named.getFirst().offset()).as("%s", row).isEqualTo(row.offset());
        }
    }
}
