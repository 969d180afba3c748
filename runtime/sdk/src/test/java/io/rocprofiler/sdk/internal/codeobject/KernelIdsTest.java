package io.rocprofiler.sdk.internal.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.NativeKernelIds;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

final class KernelIdsTest {
    private static final int MANY = 100_000;

    private final KernelIds ids = new KernelIds(
            () -> Arena.global().allocate(NativeKernelIds.SIZEOF, 8).address());

    @Test
    void anUnknownKernelObjectHasNoId() {
        assertThat(ids.get(0x7000_0040L)).isZero();
        assertThat(ids.get(0)).isZero();
        ids.put(0, 5);
        assertThat(ids.get(0)).isZero();
    }

    @Test
    void everyKernelObjectKeepsItsOwnId() {
        for (int i = 1; i <= MANY; i++) ids.put(object(i), i);
        for (int i = 1; i <= MANY; i++) assertThat(ids.get(object(i))).isEqualTo(i);
        assertThat(ids.get(object(MANY + 1))).isZero();
    }

    @Test
    void anAddressThatIsUsedAgainIsTheNewKernels() {
        ids.put(object(1), 1);
        ids.remove(object(1), 1);
        assertThat(ids.get(object(1))).isZero();
        ids.put(object(1), 2);
        assertThat(ids.get(object(1))).isEqualTo(2);
        ids.remove(object(1), 1); // the old kernel's removal comes late
        assertThat(ids.get(object(1))).isEqualTo(2);
    }

    @Test
    void loadingAndUnloadingForEverTakesNoMoreRoom() {
        for (int i = 1; i <= 10 * MANY; i++) {
            ids.put(object(i), i);
            ids.remove(object(i), i);
        }
        ids.put(object(1), 7);
        assertThat(ids.get(object(1))).isEqualTo(7);
        assertThat(ids.capacity()).isLessThanOrEqualTo(2048);
    }

    private static long object(int i) {
        return 0x7F00_0000_0000L + 64L * i;
    }
}
