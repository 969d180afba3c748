package io.rocprofiler.export.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.export.SampleRun;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.summary.Statistics;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTextTest {

    @TempDir
    Path directory;

    @Test
    void theTableIsAmds() {
        assertThat(new SummaryText(SummaryUnit.NSEC, "    ", Integer.MAX_VALUE)
                        .group(statistics(), Pattern.compile("HIP.*|HSA_API")))
                .isEqualTo("""

    ROCPROFV3 HSA_API + HIP_API SUMMARY:

    |                   NAME                   |    DOMAIN    |      CALLS      | DURATION (nsec) | AVERAGE (nsec)  | PERCENT (INC) |   MIN (nsec)    |   MAX (nsec)    |     STDDEV      |
    |------------------------------------------|--------------|-----------------|-----------------|-----------------|---------------|-----------------|-----------------|-----------------|
    | hipMalloc                                | HIP_API      |               2 |             800 |       4.000e+02 |     82.474227 |             300 |             500 |       1.414e+02 |
    | hipFree                                  | HIP_API      |               1 |             100 |       1.000e+02 |     10.309278 |             100 |             100 |       0.000e+00 |
    | hsa_init                                 | HSA_API      |               1 |              50 |       5.000e+01 |      5.154639 |              50 |              50 |       0.000e+00 |
    | __hipPopCallConfiguration                | HIP_API      |               1 |              10 |       1.000e+01 |      1.030928 |              10 |              10 |       0.000e+00 |
    | hipLaunchKernel                          | HIP_API      |               1 |               5 |       5.000e+00 |      0.515464 |               5 |               5 |       0.000e+00 |
    | hipMemcpy                                | HIP_API      |               1 |               5 |       5.000e+00 |      0.515464 |               5 |               5 |       0.000e+00 |

""");
    }

    @Test
    void otherUnitsHaveAsManyDigitsAsTheValue() {
        String text = new SummaryText(SummaryUnit.USEC, "", Integer.MAX_VALUE)
                .group(statistics(), Pattern.compile("HSA_API"));
        assertThat(text)
                .startsWith("\nROCPROFV3 HSA_API SUMMARY:\n\n|  ")
                .contains(" DURATION (usec) ")
                .contains("|               1 |            0.05 |       5.000e-02 |    100.000000 |            0.05 |");
    }

    @Test
    void orEachValueHasTheUnitThatFitsIt() {
        String text =
                new SummaryText(SummaryUnit.FIT, "", Integer.MAX_VALUE).group(statistics(), Pattern.compile("HIP_API"));
        assertThat(text)
                .contains("|    DURATION     |     AVERAGE     |")
                .contains("|               2 |          800 ns |          400 ns |     86.956522 |")
                .contains("|          500 ns |        141.4 ns |\n");
    }

    @Test
    void everyDomainHasItsBlockAndTheOverallOneHasThemAll() {
        SummaryText tables = new SummaryText(SummaryUnit.NSEC, "", Integer.MAX_VALUE);
        assertThat(tables.perDomain(statistics()).lines().filter(line -> line.startsWith("ROCPROFV3")))
                .containsExactly(
                        "ROCPROFV3 HSA_API SUMMARY:", "ROCPROFV3 HIP_API SUMMARY:", "ROCPROFV3 MARKER_API SUMMARY:");
        assertThat(tables.overall(statistics())).contains("ROCPROFV3 SUMMARY:").contains("| step  ");
        assertThat(tables.group(statistics(), Pattern.compile("NOTHING"))).isEmpty();
    }

    private Statistics statistics() {
        try (ProcessTrace process = SampleRun.open(directory)) {
            return Statistics.of(List.of(process), Display.plain());
        }
    }
}
