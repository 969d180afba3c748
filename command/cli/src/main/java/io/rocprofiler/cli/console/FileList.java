package io.rocprofiler.cli.console;

import java.nio.file.Path;
import java.util.List;

/// Files with a common beginning, as a shell would expand them: `out/x_{kernel_trace.csv,results.db}`.
final class FileList {

    private FileList() {}

    /// @param files not empty
    static String of(List<Path> files) {
        List<String> names = files.stream().map(Path::toString).distinct().toList();
        if (names.size() == 1) {
            return names.getFirst();
        }
        String first = names.getFirst();
        int common = first.length();
        for (String name : names) {
            common = Math.min(common, shared(first, name));
        }
        // The common part ends where a word of the name begins: no word is torn.
        int start = Math.max(first.lastIndexOf('_', common - 1), first.lastIndexOf('/', common - 1)) + 1;
        return first.substring(0, start) + "{"
                + String.join(
                        ",", names.stream().map(name -> name.substring(start)).toList()) + "}";
    }

    private static int shared(String first, String second) {
        int length = 0;
        while (length < Math.min(first.length(), second.length()) && first.charAt(length) == second.charAt(length)) {
            length++;
        }
        return length;
    }
}
