package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Ranks of a job that write to one dataset at the same time, and questions to it.
final class DatasetTest {
    private static final int RANKS = 3;
    private static final String TRANSPOSE = Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose");
    private static final String COUNTS = "SELECT (SELECT count(*) FROM kernels), (SELECT count(*) FROM memory_copies),"
            + " (SELECT count(*) FROM regions) + (SELECT count(*) FROM marks), (SELECT count(*) FROM memory_allocations),"
            + " (SELECT count(DISTINCT rank) FROM kernels), (SELECT sum(recorded) FROM processes)";

    @Test
    void ranks_write_one_dataset_at_once_that_has_every_record_and_again_after_a_conversion() {
        String rocprofv3 = Product.file("bin/rocprofv3");
        String job = "for rank in $(seq " + RANKS + "); do OMPI_COMM_WORLD_RANK=$((rank - 1)) OMPI_COMM_WORLD_SIZE="
                + RANKS
                + " PMIX_NAMESPACE=job7@1 " + rocprofv3 + " --sys-trace -q -f dataset csv -d out -o app -- " + TRANSPOSE
                + " 64 $rank >said.$rank || exit 1 & done; wait\n";
        String query = rocprofv3 + " query out/app_dataset -f csv ";
        Outcome outcome = Run.command(
                        "sh",
                        "-c",
                        job + query + "'" + COUNTS + "' | tail -n 1\n"
                                + rocprofv3 + " convert out -q -f dataset -d out -o app\n"
                                + query + "'" + COUNTS + "' | tail -n 1\n"
                                // What CSV has: a line for each record and one for each file's head.
                                + "for part in kernel memory_copy '*_api' memory_allocation; do"
                                + " cat out/app*_${part}_trace.csv | grep -vc '^\"\\(Kind\\|Domain\\)\"'; done | paste -sd ,\n"
                                + query + "'SELECT DISTINCT run, size FROM processes' | tail -n 1\n"
                                + query + "ranks | tail -n +2 | cut -d, -f1-3 | cut -d, -f1,3\n"
                                + query + "ranks-clocks | tail -n 1 | cut -d, -f3-7\n"
                                + "cat out/*.segments/manifest.json | grep -o '\"reference\":\"[^\"]' | sort | uniq -c | awk '{print $1}'\n"
                                + "find out/app_dataset -type f | grep -vc '/part-[0-9]*-[0-9]*.parquet$'")
                .onSoftgpu()
                .go();
        List<String> lines = outcome.outLines();
        assertThat(lines).as(outcome.err()).hasSize(10);
        assertThat(lines.get(1)).isEqualTo(lines.get(0));
        String[] counts = lines.get(0).split(",");
        assertThat(lines.get(2)).isEqualTo(String.join(",", List.of(counts).subList(0, 4)));
        assertThat(counts[4]).isEqualTo(Integer.toString(RANKS));
        long rows = 0;
        for (int i = 0; i < 4; i++) {
            rows += Long.parseLong(counts[i]);
        }
        assertThat(counts[5]).isEqualTo(Long.toString(rows));
        assertThat(lines.get(3)).isEqualTo("job7_1," + RANKS);
        assertThat(lines.subList(4, 7)).containsExactly("job7_1,0", "job7_1,1", "job7_1,2");
        assertThat(lines.get(7)).isEqualTo("0," + RANKS + ",same clock,0,0");
        assertThat(lines.get(8)).isEqualTo(Integer.toString(RANKS)); // all compared their clocks
        assertThat(lines.get(9)).isEqualTo("0");
    }
}
