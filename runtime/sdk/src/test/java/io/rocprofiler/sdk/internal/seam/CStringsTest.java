package io.rocprofiler.sdk.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CStringsTest {
    @Test
    void theLengthIsRightWhereverAStringBeginsAndEnds() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64, 8);
            for (int start = 0; start < 8; start++) {
                for (int length = 0; length < 40; length++) {
                    for (byte filler : new byte[] {1, 'x', (byte) 0x80, (byte) 0xFF}) {
                        memory.fill((byte) 0);
                        memory.asSlice(start, length).fill(filler);
                        assertThat(CStrings.length(memory.address() + start, 1000))
                                .isEqualTo(length);
                        assertThat(CStrings.length(memory.address() + start, 17))
                                .isEqualTo(Math.min(17, length));
                    }
                }
            }
        }
    }

    @Test
    void aNullPointerHasNoLength() {
        assertThat(CStrings.length(0, 10)).isZero();
    }
}
