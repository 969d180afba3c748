package io.rocprofiler.sdk.internal.seam;

import java.util.concurrent.ThreadLocalRandom;

/// Where the handles of this process start: AMD begins at a random number in [255, 65535], so that a tool that
/// guesses handles, or mixes up two kinds of them, is found out early.
public final class Handles {
    private static final int LOWEST = 255;
    private static final int HIGHEST = 65_535;

    private Handles() {}

    public static long randomOffset() {
        return ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
    }

    /// The same for client ids, which leave room at both ends of 32 bits.
    public static int randomClientOffset() {
        return (int) ThreadLocalRandom.current().nextLong(LOWEST, 0xFFFF_FFFFL - LOWEST + 1);
    }
}
