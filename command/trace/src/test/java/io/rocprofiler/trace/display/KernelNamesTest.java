package io.rocprofiler.trace.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.KernelNames.Style;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Statistics;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelNamesTest {

    @TempDir
    Path run;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain                                        | plain",
                "f(int)                                       | f",
                "void f<int>(int*)                            | f",
                "void a::b<int, (x)1>::f<2>(float*, g<int>)   | f",
                "int (anonymous namespace)::f(int (*)(int))   | f",
                "a::f(int) [clone .x]                         | f",
                "(                                            | (",
                ")                                            | )",
                ">>)                                          | >>)",
                "''                                           | ''"
            })
    void aTruncatedNameIsTheFunctionsOwn(String name, String truncated) {
        assertThat(KernelNames.truncate(name)).isEqualTo(truncated);
    }

    @Test
    void namesHaveTheirStyleAndTheRangeWinsWhereThereIsOne() {
        assertThat(names(new Style(false, false, false)))
                .containsExactly("void gp::axpy<float>(int)", "plain", "kernel 9", "plain");
        assertThat(names(new Style(true, false, false)))
                .containsExactly("_ZN2gp4axpyIfEEvPT_S2_i.kd", "plain.kd", "kernel 9", "plain.kd");
        assertThat(names(new Style(true, true, false))).containsExactly("axpy", "plain", "kernel 9", "plain");
        assertThat(names(new Style(false, true, false))).containsExactly("axpy", "plain", "kernel 9", "plain");
        assertThat(names(new Style(false, true, true))).containsExactly("axpy", "step 1", "step 1", "plain");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_ZN2gp4axpyIfEEvPT_S2_i.kd | void gp::axpy<float>(int) [clone .kd] | axpy",
                "_ZN2gp4axpyIfEEvPT_S2_i    | void gp::axpy<float>(int)             | axpy",
                "plain.kd                   | plain.kd                              | plain.kd",
                "plain                      | plain                                 | plain"
            })
    void namesBesideTheShownOneAreTheSameInEveryStyle(String name, String whole, String truncated) {
        for (Style style : List.of(Style.PLAIN, new Style(true, true, true))) {
            KernelNames names = new KernelNames(style, KernelNamesTest::demangled);
            assertThat(names.demangled(name)).isEqualTo(whole);
            assertThat(names.truncated(name)).isEqualTo(truncated);
        }
    }

    private List<String> names(Style style) {
        SegmentWriter writer = GpuWork.loaded(new SegmentWriter(42).stretch(43)).stretch(43);
        writer.text(SegmentConstants.KIND_RENAME, 77, "step 1");
        GpuWork.dispatch(writer, 1, 1, 10, 0, 0, 100, 200);
        GpuWork.dispatch(writer, 2, 2, 11, 0, 77, 100, 200);
        writer.stretch(43);
        GpuWork.dispatch(writer, 3, 9, 12, 5, 77, 100, 200);
        GpuWork.dispatch(writer, 4, 2, 13, 5, 78, 100, 200); // a range whose text was lost
        List<String> names = new ArrayList<>();
        try (ProcessTrace process = writer.open(run)) {
            KernelNames kernels = new KernelNames(style, KernelNamesTest::demangled);
            process.forEach(record -> names.add(kernels.of((DispatchRecord) record)));
        }
        return names;
    }

    private static String demangled(String name) {
        String clone = name.endsWith(".kd") ? " [clone .kd]" : "";
        return name.startsWith("_Z") ? "void gp::axpy<float>(int)" + clone : name;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                         | 1 2 3 4 5 6 7 8",
                "axpy                     | 1 3 5 7",
                "a          !plain        | 1 3 5 7",
                "^plain$                  | 2 4 6 8",
                "           !.            | ''",
                "                 2       | 3 4",
                "                 [1-2],[4] | 1 2 3 4 7 8",
                "axpy             4 2     | 3 7",
                "                 9-12    | ''"
            })
    void kernelsAreChosenByNameAndByHowOftenTheyCameBefore(String filter, String dispatches) {
        // The order of ends differs from the order of dispatch: iterations count dispatches.
        SegmentWriter writer = GpuWork.loaded(new SegmentWriter(42).stretch(43));
        for (long pair = 4; pair >= 1; pair--) {
            writer.stretch(43);
            GpuWork.dispatch(writer, 2 * pair, 2, 20 + pair, 0, 0, 1000 - pair, 2000);
            GpuWork.dispatch(writer, 2 * pair - 1, 1, 10 + pair, 0, 0, 1000 - pair, 2000);
        }
        Display display = new Display(
                new KernelNames(Style.PLAIN, KernelNamesTest::demangled), filter(filter), AgentIndex.RELATIVE);
        List<Long> shown = new ArrayList<>();
        try (ProcessTrace process = writer.open(run)) {
            process.forEach(record -> {
                if (display.shows(record)) {
                    shown.add(((DispatchRecord) record).dispatchId());
                }
            });
            Statistics statistics = Statistics.of(List.of(process), display);
            assertThat(statistics.total(Domain.KERNEL_DISPATCH).count()).isEqualTo(shown.size());
        }
        shown.sort(null);
        assertThat(String.join(" ", shown.stream().map(String::valueOf).toList()))
                .isEqualTo(dispatches);
    }

    /// Include, `!` exclude, ranges; each may be missing.
    private static KernelFilter filter(String text) {
        Pattern include = null;
        Pattern exclude = null;
        StringBuilder ranges = new StringBuilder();
        for (String word : (text == null ? "" : text).split(" +")) {
            if (word.startsWith("!")) {
                exclude = Pattern.compile(word.substring(1));
            } else if (word.matches("[\\d\\[].*")) {
                ranges.append(' ').append(word);
            } else if (!word.isEmpty()) {
                include = Pattern.compile(word);
            }
        }
        return new KernelFilter(include, exclude, KernelFilter.ranges(ranges.toString()));
    }

    @Test
    void rangesThatMakeNoSenseAreNamed() {
        assertThatThrownBy(() -> KernelFilter.ranges("[1-2],x"))
                .hasMessage("'x' is neither a number nor a range like 2-5");
        assertThatThrownBy(() -> KernelFilter.ranges("5-4")).hasMessage("'5-4' ends before it begins");
        assertThatThrownBy(() -> KernelFilter.ranges("-4")).isInstanceOf(IllegalArgumentException.class);
        assertThat(KernelFilter.ranges(" [] , ")).isEmpty();
    }
}
