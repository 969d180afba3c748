package io.rocprofiler.trace.pack;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Data read from a packed file equals the data written, word by word; damage is reported.
class PackTest {

    @TempDir
    Path directory;

    @Test
    void recordsOfAnySizeAndContentComeBackAsTheyWere() throws IOException {
        Random random = new Random(1);
        List<long[]> records = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            records.add(record(random, i));
        }
        write(records);
        try (PackReader pack = PackReader.open(file())) {
            pack.verify();
            assertThat(pack.lostRecords()).isZero();
            assertThat(pack.stream("a").records()).isEqualTo(5000);
            assertThat(read(pack)).usingRecursiveComparison().isEqualTo(records);
        }
    }

    /// Returns a record of constant, ascending, nearly equal, repetitive and random words.
    private static long[] record(Random random, int i) {
        long[] words = new long[random.nextInt(10) == 0 ? 40 : 8];
        words[0] = words.length * 8L;
        words[1] = 1_000_000_000_000L + 100L * i;
        words[2] = words[1] + random.nextInt(1000);
        words[3] = random.nextInt(40) * 0x1234567890L;
        words[4] = random.nextLong();
        words[5] = -i;
        words[6] = Long.MIN_VALUE;
        words[words.length - 1] = i % 2 == 0 ? -1 : Long.MAX_VALUE;
        return words;
    }

    private Path file() {
        return directory.resolve("pack");
    }

    private void write(List<long[]> records) throws IOException {
        try (PackWriter writer = PackWriter.create(file())) {
            writer.announce(Map.of("a", (long) records.size()), new byte[] {1, 2, 3});
            RecordBlock block = new RecordBlock();
            for (long[] words : records) {
                if (block.isFull()) {
                    writer.write("a", block, 0, 0);
                    block.clear();
                }
                block.add(MemorySegment.ofArray(words), 0, words.length * 8L);
            }
            writer.write("a", block, 0, 0);
            writer.finish(new byte[] {1, 2, 3});
        }
    }

    private static List<long[]> read(PackReader pack) {
        List<long[]> records = new ArrayList<>();
        RecordBlock block = new RecordBlock();
        BlockIndex index = pack.stream("a");
        for (int i = 0; i < index.blocks(); i++) {
            if (index.count(i) > 0) {
                block.read(pack.block(index, i));
                for (int record = 0; record < block.count(); record++) {
                    long place = block.place(record);
                    records.add(block.bytes()
                            .asSlice(place, block.place(record + 1) - place)
                            .toArray(JAVA_LONG));
                }
            }
        }
        return records;
    }

    @Test
    void recordsLikeThoseOfCallsTakeAFewBytes() throws IOException {
        Random random = new Random(2);
        List<long[]> records = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            long start = 5_000_000_000_000L + 300L * i + random.nextInt(100);
            long operation = 10L | (long) random.nextInt(30) << 32;
            records.add(new long[] {
                104,
                operation,
                i + 1,
                0,
                0,
                start,
                start + random.nextInt(5000),
                4000 + random.nextInt(64),
                0,
                0,
                0,
                0,
                0
            });
        }
        write(records);
        assertThat(Files.size(file())).isLessThan(10_000 * 12);
    }

    /// The headers of blocks can replace the index, and the index can replace the headers.
    @Test
    void eachDamagedByteCostsOneBlockAtMost() throws IOException {
        List<long[]> records = someBlocks();
        byte[] whole = Files.readAllBytes(file());
        int damagedBlocks = 0;
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x20;
            Files.write(file(), damaged);
            long lost = lost(records);
            assertThat(lost).as("byte %d", i).isIn(0L, (long) RecordBlock.MOST_RECORDS);
            damagedBlocks += lost > 0 ? 1 : 0;
        }
        assertThat(damagedBlocks).isGreaterThan(whole.length / 2);
    }

    private List<long[]> someBlocks() throws IOException {
        List<long[]> records = new ArrayList<>();
        for (int i = 0; i < 3 * RecordBlock.MOST_RECORDS; i++) {
            records.add(new long[] {16, i});
        }
        write(records);
        return records;
    }

    /// @return the number of records the reader reports as lost, which equals the number missing
    private long lost(List<long[]> records) throws IOException {
        try (PackReader pack = PackReader.open(file())) {
            pack.verify();
            List<long[]> read = read(pack);
            assertThat(read).hasSize((int) pack.stream("a").records());
            List<Long> numbers = read.stream().map(words -> words[1]).toList();
            assertThat(numbers).isSorted().doesNotHaveDuplicates().allMatch(number -> number < records.size());
            assertThat(pack.lostRecords()).isEqualTo(records.size() - read.size());
            return pack.lostRecords();
        }
    }

    @Test
    void aFileWithoutItsEndGivesTheBlocksThatItHasAndKnowsHowManyThereWere() throws IOException {
        List<long[]> records = someBlocks();
        byte[] whole = Files.readAllBytes(file());
        for (int length = whole.length - 1; length > whole.length / 4; length -= 1 + length / 50) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (PackReader pack = PackReader.open(file())) {
                assertThat(pack.whyRebuilt()).isNotBlank();
                assertThat(pack.summary()).containsExactly(1, 2, 3);
            }
            lost(records);
        }
    }

    @Test
    void aPieceThatIsThereTwiceOrInsertedCountsOnce() throws IOException {
        List<long[]> records = someBlocks();
        byte[] whole = Files.readAllBytes(file());
        Random random = new Random(4);
        for (int round = 0; round < 300; round++) {
            int from = random.nextInt(whole.length);
            int to = from + random.nextInt(whole.length - from);
            byte[] longer = Arrays.copyOf(whole, whole.length + to - from);
            System.arraycopy(whole, from, longer, to, whole.length - from);
            Files.write(file(), longer);
            assertThat(lost(records)).as("%d to %d twice", from, to).isLessThanOrEqualTo(RecordBlock.MOST_RECORDS);
        }
    }

    @Test
    void aFileWithoutBlocksIsRefused() throws IOException {
        someBlocks();
        byte[] whole = Files.readAllBytes(file());
        for (int length : new int[] {0, 1, 16, 50, 80}) {
            Files.write(file(), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> PackReader.open(file()).close()).isInstanceOf(PackException.class);
        }
        Files.write(file(), new byte[100_000]);
        assertThatThrownBy(() -> PackReader.open(file()).close())
                .isInstanceOf(PackException.class)
                .hasMessageContaining("not a packed trace");
    }

    @Test
    void textsAreFoundByTheirIds() throws IOException {
        TextBlock written = new TextBlock();
        for (int i = 0; i < 1000; i++) {
            written.add(2L * i, "text " + i % 10);
        }
        written.add(2000, "first");
        written.add(2000, "last");
        ByteSink out = new ByteSink();
        written.write(out);
        TextBlock block = new TextBlock();
        block.read(new ByteSource(out.toByteArray()));
        assertThat(block.find(0)).isEqualTo("text 0");
        assertThat(block.find(1998)).isEqualTo("text 9").isSameAs(block.find(18));
        assertThat(block.find(2000)).isEqualTo("last");
        assertThat(block.find(3)).isNull();
        assertThat(out.size()).isLessThan(3000);
    }

    @Test
    void whatDoesNotFitIntoMemoryIsSortedInFiles() throws IOException {
        Random random = new Random(3);
        List<Long> places = new ArrayList<>();
        try (PlaceSort sort = new PlaceSort(directory, 1024)) {
            for (long i = 0; i < 200_000; i++) {
                sort.add(random.nextInt(1000), i);
            }
            long[] last = {Long.MIN_VALUE, -1};
            sort.drain((key, place) -> {
                assertThat(key > last[0] || (key == last[0] && place > last[1])).isTrue();
                last[0] = key;
                last[1] = place;
                places.add(place);
            });
        }
        assertThat(places).doesNotHaveDuplicates().hasSize(200_000);
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
