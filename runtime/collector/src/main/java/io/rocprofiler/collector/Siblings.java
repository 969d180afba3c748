package io.rocprofiler.collector;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Counts the processes that this process's parent has started and that still exist: AMD's name key `psize`.
final class Siblings {
    private Siblings() {}

    /// Counts the children of the parent.
    ///
    /// @param proc `/proc`
    /// @return at least 1, for this process itself
    static int count(Path proc, long parent) {
        Path children = proc.resolve(parent + "/task/" + parent + "/children");
        try (FileInputStream in = new FileInputStream(children.toString())) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            int found = 0;
            for (int i = 0; i < text.length(); i++) if (text.charAt(i) == ' ') found++;
            return Math.max(1, found);
        } catch (IOException unreadable) {
            return 1; // the parent belongs to another user, or the kernel has no such list
        }
    }
}
