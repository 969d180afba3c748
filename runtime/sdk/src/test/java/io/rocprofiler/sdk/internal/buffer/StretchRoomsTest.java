package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StretchRoomsTest {
    private static final int SIZE = 1 << 13;

    @Test
    void withoutAWatermarkTheStretchesHaveTheWholeCapacity() {
        StretchRooms rooms = StretchRooms.of(4 * SIZE, Long.MAX_VALUE, SIZE);
        assertThat(rooms.all()).containsExactly(SIZE, SIZE, SIZE, SIZE);
        assertThat(rooms.upToWatermark()).isEqualTo(4);
    }

    @Test
    void theRecordThatReachesTheWatermarkDoesNotFitIntoTheStretchesUpToIt() {
        StretchRooms rooms = StretchRooms.of(8 * SIZE, 7 * SIZE, SIZE);
        assertThat(rooms.upToWatermark()).isEqualTo(7);
        assertThat(rooms.all()).containsExactly(SIZE, SIZE, SIZE, SIZE, SIZE, SIZE, SIZE - 64, SIZE);
    }

    @Test
    void aWatermarkWithinAStretchEndsIt() {
        StretchRooms rooms = StretchRooms.of(4 * SIZE, SIZE + SIZE / 2, SIZE);
        assertThat(rooms.upToWatermark()).isEqualTo(2);
        assertThat(rooms.all()).containsExactly(SIZE, SIZE / 2 - 64, SIZE, SIZE, SIZE / 2 + 64);
    }

    @Test
    void aRestOfLessThanHalfAStretchIsLeftOut() {
        StretchRooms rooms = StretchRooms.of(2 * SIZE, 2 * SIZE - SIZE / 4, SIZE);
        assertThat(rooms.all()).containsExactly(SIZE, SIZE - SIZE / 4 - 64);
    }

    @Test
    void recordsBeginAtCacheLinesAndOneStretchHasRoomForTheLargestRecord() {
        for (long capacity = 2 * SIZE; capacity <= 8 * SIZE; capacity += 4096) {
            for (long watermark = capacity / 4; watermark <= capacity; watermark += 24) {
                StretchRooms rooms = StretchRooms.of(capacity, watermark, SIZE);
                assertThat(rooms.all()).contains(SIZE);
                for (int room : rooms.all())
                    assertThat(room > 0 && room % 64 == 0).isTrue();
            }
        }
    }
}
