package io.rocprofiler.trace.primitive;

/// Merges several sorted sources: a tournament tree, in which an advanced source replays only the matches on its
/// own path. Of equal keys, the source with the lower number comes first.
public final class Minimum {

    private final int leaves; // a power of two
    private final long[] keys;
    private final boolean[] ended;
    private final int[] winner; // of each match; 1 is the final, leaf i is at leaves + i

    public Minimum(int sources) {
        leaves = Math.max(1, Integer.highestOneBit(Math.max(1, 2 * sources - 1)));
        keys = new long[leaves];
        ended = new boolean[leaves];
        winner = new int[2 * leaves];
        for (int i = 0; i < leaves; i++) {
            ended[i] = true;
            winner[leaves + i] = i;
        }
        for (int match = leaves - 1; match > 0; match--) {
            play(match);
        }
    }

    /// Sets the next key of source `i`.
    public void set(int i, long key) {
        keys[i] = key;
        ended[i] = false;
        replay(i);
    }

    /// Marks source `i` as exhausted.
    public void end(int i) {
        ended[i] = true;
        replay(i);
    }

    /// Returns the source with the smallest key, -1 if all are exhausted.
    public int first() {
        int first = winner[1];
        return ended[first] ? -1 : first;
    }

    private void replay(int i) {
        for (int match = (leaves + i) / 2; match > 0; match /= 2) {
            play(match);
        }
    }

    private void play(int match) {
        int left = winner[2 * match];
        int right = winner[2 * match + 1];
        boolean leftFirst = !ended[left] && (ended[right] || keys[left] <= keys[right]);
        winner[match] = leftFirst || ended[right] ? left : right;
    }
}
