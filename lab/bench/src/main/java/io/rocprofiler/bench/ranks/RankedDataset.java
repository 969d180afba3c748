package io.rocprofiler.bench.ranks;

import io.rocprofiler.export.parquet.Column;
import io.rocprofiler.export.parquet.ParquetFile;
import io.rocprofiler.questions.DatasetTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/// Writes the dataset of a job: RankedDataset FOLDER RANKS [RECORDS [FIRST END]]. By default, all ranks, of a million
/// records: 70 % kernels of 40 names, 29 % calls, 1 % ROC-TX ranges, barriers among them. Eight ranks share a machine.
/// The same numbers make the same bytes; several of these may write at once, each the ranks from FIRST to before END.
///
/// One rank of a hundred is 10 % slower than the others, and one kernel 50 % slower on rank 7.
public final class RankedDataset {

    static final int RANKS_PER_HOST = 8;
    private static final int NAMES = 40;
    private static final long BEGIN = 1_000_000_000_000L;

    private final int rank;
    private final int ranks;
    private final SplittableRandom random;
    private long row;
    private long clock = BEGIN;
    private long duration;
    private int name;

    private RankedDataset(int rank, int ranks) {
        this.rank = rank;
        this.ranks = ranks;
        this.random = new SplittableRandom(rank);
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int ranks = Integer.parseInt(arguments[1]);
        long records = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000_000;
        int first = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0;
        int end = arguments.length > 4 ? Integer.parseInt(arguments[4]) : ranks;
        for (int rank = first; rank < end; rank++) {
            new RankedDataset(rank, ranks).write(folder, records);
        }
    }

    private void write(Path folder, long records) throws IOException {
        for (DatasetTable table : DatasetTable.all()) {
            long rows = switch (table.name()) {
                case "kernels" -> records * 70 / 100;
                case "calls" -> records - records * 70 / 100 - records / 100;
                case "ranges" -> records / 100;
                case "processes" -> 1;
                default -> 0;
            };
            if (rows > 0) {
                write(folder, table, rows);
            }
        }
    }

    private void write(Path folder, DatasetTable table, long rows) throws IOException {
        Path place =
                folder.resolve(table.name()).resolve("run=job/host=node" + rank / RANKS_PER_HOST + "/rank=" + rank);
        Files.createDirectories(place);
        List<Column<RankedDataset>> columns = new ArrayList<>();
        for (DatasetTable.Column column : table.columns()) {
            columns.add(
                    column.isNumber()
                            ? Column.signed(column.name(), number(column.name()))
                            : Column.text(column.name(), of -> of.text(table.name(), column.name())));
        }
        clock = BEGIN;
        try (ParquetFile<RankedDataset> file = new ParquetFile<>(place.resolve("part-1.parquet"), columns, "start")) {
            for (row = 0; row < rows; row++) {
                step(table.name());
                file.row(this);
            }
        }
    }

    private void step(String table) {
        clock += 200 + random.nextInt(table.equals("ranges") ? 200_000 : 2000);
        name = random.nextInt(NAMES) * random.nextInt(NAMES) / NAMES;
        duration = 500 + 100L * name + random.nextInt(400);
        if (rank % 100 == 7) {
            duration += duration / 10;
        }
        if (rank == 7 && name == 3 && table.equals("kernels")) {
            duration += duration / 2;
        }
        if (table.equals("processes")) {
            duration = 0;
        }
    }

    private String text(String table, String column) {
        return switch (column) {
            case "name" ->
                switch (table) {
                    case "kernels" -> name == 5 ? "ncclDevKernel_AllReduce_Sum_f32" : "kernel_" + name;
                    case "ranges" -> row % 100 == 0 ? "MPI_Barrier" : "step " + name;
                    default -> name % 2 == 0 ? "hipLaunchKernel" : "hipStreamSynchronize";
                };
            case "category" -> table.equals("ranges") ? "MARKER_CORE_RANGE_API" : "HIP_RUNTIME_API_EXT";
            case "boot_id" -> "boot of node" + rank / RANKS_PER_HOST;
            case "command" -> "simulate --rank " + rank;
            default -> "";
        };
    }

    private static ToLongFunction<RankedDataset> number(String column) {
        return switch (column) {
            case "start" -> of -> of.clock;
            case "duration" -> of -> of.duration;
            case "pid" -> of -> 40_000 + of.rank;
            case "tid" -> of -> 40_000 + of.rank + of.row % 4;
            case "corr_id", "dispatch_id" -> of -> of.row + 1;
            case "kernel_id" -> of -> of.name + 1;
            case "queue_id", "stream_id" -> of -> of.row % 4;
            case "grid_x" -> of -> 1024L << of.name % 4;
            case "workgroup_x" -> _ -> 256;
            case "size" -> of -> of.ranks;
            case "local_rank" -> of -> of.rank % RANKS_PER_HOST;
            default -> _ -> 0;
        };
    }
}
