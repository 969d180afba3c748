package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs of a program are compared: noise is no finding, and a kernel that became slower is one.
final class CompareTest {
    private static final int RUNS = 6;

    @Test
    void of_two_versions_of_a_program_the_slower_kernel_is_found_and_of_equal_ones_nothing() {
        String record = "for folder in a:100 b:100 c:110; do for i in $(seq " + RUNS + "); do "
                + Product.file("bin/rocprofv3") + " --kernel-trace -f rocpd -q -d ${folder%%:*} -o $i -- "
                + Product.client("compared") + " ${folder#*:} || exit 1; done; done\n"
                + compare("a b") + "\n" + compare("a c");
        Outcome outcome = Run.command("sh", "-c", record).onSoftgpu().go();
        List<List<String>> rows = outcome.outLines().stream()
                .map(line -> Arrays.asList(line.split(",")))
                .toList();
        List<String> seen = new ArrayList<>();
        rows.forEach(row -> seen.add(row.size() < 3 ? row.getFirst() : row.getFirst() + " " + row.get(2)));
        assertThat(seen).as(outcome.err()).containsExactly("VERDICT NAME", "0", "VERDICT NAME", "slower second", "1");
        assertThat(outcome.errLines())
                .anyMatch(line -> line.matches("rocprofv3: second is .* % slower, more than 5.0 %"));
    }

    private static String compare(String folders) {
        return Product.file("bin/rocprofv3") + " compare " + folders + " -f csv --fail-over 5%; echo $?";
    }
}
