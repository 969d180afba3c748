package io.rocprofiler.sdk.internal.seam;

import java.util.concurrent.ThreadLocalRandom;

/// The first handles of this process. AMD's library begins at a random number in [255, 65535], so that tools which
/// guess handles, or confuse two kinds of them, fail early.
public final class Handles {
    private static final int LOWEST = 255;
    private static final int HIGHEST = 65_535;

    private Handles() {}

    public static long randomOffset() {
        return ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
    }

    /// Returns the first client id, which leaves room at both ends of 32 bits.
    public static int randomClientOffset() {
        return (int) ThreadLocalRandom.current().nextLong(LOWEST, 0xFFFF_FFFFL - LOWEST + 1);
    }
}
