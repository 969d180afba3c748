package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/// A kernel or a copy in the files of `rocprofv3`, as printed by an independent reader.
///
/// @param sort `kernel` or `copy`
/// @param name the kernel's name, or the direction
/// @param agent the kernel's agent, or the copy's destination
/// @param queue the kernel's queue, or the copy's source agent
public record GpuRow(
        String sort,
        String name,
        String agent,
        String queue,
        long thread,
        long dispatch,
        long correlation,
        long start,
        long end) {

    public static List<GpuRow> read(Path folder) {
        String script = Product.SOURCES.resolve("python/read_gpu.py").toString();
        Outcome outcome =
                Run.command("python3", script, folder.toString(), "trace").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out().lines().map(GpuRow::parse).toList();
    }

    public static List<GpuRow> of(String sort, List<GpuRow> rows) {
        return rows.stream().filter(row -> row.sort.equals(sort)).toList();
    }

    private static GpuRow parse(String line) {
        String[] words = line.split(" ");
        return new GpuRow(
                words[0],
                words[1],
                words[2],
                words[3],
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]),
                Long.parseLong(words[7]),
                Long.parseLong(words[8]));
    }
}
