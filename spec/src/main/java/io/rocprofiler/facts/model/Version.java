package io.rocprofiler.facts.model;

import java.util.List;

/// A library's version.
public record Version(int major, int minor, int patch) {

    /// @param text as `1.4.1`
    static Version parse(String text) {
        List<String> parts = List.of(text.split("\\.", -1));
        if (parts.size() != 3) throw new IllegalArgumentException("version=" + text);
        return new Version(
                Integer.parseInt(parts.get(0)), Integer.parseInt(parts.get(1)), Integer.parseInt(parts.get(2)));
    }

    /// {@return the version as one number, by the formula of all of ROCm}
    public int number() {
        return 10_000 * major + 100 * minor + patch;
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
