package io.rocprofiler.trace.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairSortTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 24, 25, 26, 49, 50, 51, 1000, 100_003})
    void sortsByKeyAndKeepsTheOrderOfEqualKeys(int size) {
        Random random = new Random(size);
        long[] keys = random.longs(size, -size, size + 1).toArray();
        long[] values = IntStream.range(0, size).asLongStream().toArray();
        long[] expected = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingLong(i -> keys[i]))
                .mapToLong(i -> i)
                .toArray();
        long[] sortedKeys = keys.clone();
        PairSort.sort(sortedKeys, values, size);
        Arrays.sort(keys);
        assertThat(sortedKeys).isEqualTo(keys);
        assertThat(values).isEqualTo(expected);
    }
}
