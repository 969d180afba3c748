package io.rocprofiler.cli.options;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Names of which a user may have misspelt one.
record KnownNames(List<String> names) {

    private static final int LEAST_DISTANCE = 2;

    /// Returns the name nearest to a word, empty if none is near.
    Optional<String> nearest(String word) {
        int most = Math.max(LEAST_DISTANCE, word.length() / 3);
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(word, name)))
                .filter(name -> distance(word, name) <= most);
    }

    /// Returns the number of characters to insert, delete or replace (Levenshtein).
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
