package io.rocprofiler.trace.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LongLongMapTest {

    @Test
    void holdsWhatAMapOfObjectsHolds() {
        Random random = new Random(3);
        LongLongMap map = new LongLongMap();
        Map<Long, Long> expected = new TreeMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = 1 + random.nextLong(50_000);
            map.put(key, i);
            expected.put(key, (long) i);
        }
        assertThat(map.size()).isEqualTo(expected.size());
        assertThat(map.sortedKeys()).containsExactly(expected.keySet().toArray(new Long[0]));
        for (long key = 0; key < 50_010; key++) {
            assertThat(map.get(key, -1)).isEqualTo(expected.getOrDefault(key, -1L));
        }
    }
}
