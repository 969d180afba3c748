package io.rocprofiler.trace;

import java.util.Arrays;
import java.util.Random;

/// Kinds of damage to a file: wrong bits, bytes, words and pieces, a piece missing or duplicated, a lost end.
final class Damage {

    private static final int KINDS = 7;

    private Damage() {}

    static byte[] of(byte[] whole, Random random) {
        byte[] damaged = whole.clone();
        int place = random.nextInt(whole.length);
        int length = 1 + random.nextInt(Math.min(4096, whole.length - place));
        switch (random.nextInt(KINDS)) {
            case 0 -> damaged[place] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case 1 -> damaged[place] = (byte) random.nextInt();
            case 2 ->
                Arrays.fill(damaged, place, Math.min(whole.length, place + Long.BYTES), (byte) random.nextInt(-1, 1));
            case 3 -> Arrays.fill(damaged, place, place + length, (byte) 0);
            case 4 -> {
                return Arrays.copyOf(whole, place);
            }
            case 5 -> {
                damaged = Arrays.copyOf(whole, whole.length + length);
                System.arraycopy(whole, place, damaged, place + length, whole.length - place);
            }
            default -> {
                damaged = Arrays.copyOf(whole, whole.length - length);
                System.arraycopy(whole, place + length, damaged, place, whole.length - place - length);
            }
        }
        return damaged;
    }
}
