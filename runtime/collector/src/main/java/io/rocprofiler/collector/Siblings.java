package io.rocprofiler.collector;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// How many processes the parent of this one has started, and that it still has: AMD's name key `psize`.
final class Siblings {
    private Siblings() {}

    /// Counts them.
    ///
    /// @param proc `/proc`
    /// @return at least 1, this process itself
    static int count(Path proc, long parent) {
        Path children = proc.resolve(parent + "/task/" + parent + "/children");
        try (FileInputStream in = new FileInputStream(children.toString())) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            int found = 0;
            for (int i = 0; i < text.length(); i++) if (text.charAt(i) == ' ') found++;
            return Math.max(1, found);
        } catch (IOException unreadable) {
            return 1; // the parent is another user's, or the kernel keeps no such list
        }
    }
}
