package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.options.ParsedOptions;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Which checks are reported, and which of these are left out at the user's wish.
///
/// @param listed those of the report: what was asked for, and what it needs
/// @param skipped of those, what is not run
record Selection(Set<Check> listed, Set<Check> skipped) {

    /// @param only patterns for ids or groups, as a shell's; none for all
    /// @param skip the same, which win over the others
    /// @param isSmoked whether the checks that run the commands belong to "all"
    /// @throws io.rocprofiler.cli.console.CommandException if a pattern fits no check
    static Selection of(List<String> only, List<String> skip, boolean isSmoked) {
        Set<Check> listed = EnumSet.noneOf(Check.class);
        for (Check check : Check.values()) {
            if (only.isEmpty() ? check.isDefault() : only.stream().anyMatch(pattern -> fits(pattern, check))) {
                add(check, listed);
            } else if (isSmoked && check.group == CheckGroup.SMOKE) {
                add(check, listed);
            }
        }
        only.forEach(pattern -> refuseUnknown("--only", pattern));
        skip.forEach(pattern -> refuseUnknown("--skip", pattern));
        Set<Check> skipped = EnumSet.noneOf(Check.class);
        for (Check check : listed) {
            if (skip.stream().anyMatch(pattern -> fits(pattern, check))) {
                skipped.add(check);
            }
        }
        return new Selection(listed, skipped);
    }

    private static void add(Check check, Set<Check> listed) {
        listed.add(check);
        check.needs.forEach(need -> add(need, listed));
    }

    private static void refuseUnknown(String option, String pattern) {
        for (Check check : Check.values()) {
            if (fits(pattern, check)) {
                return;
            }
        }
        throw ParsedOptions.usage(
                option + ": no check and no group is '" + pattern + "'; rocprofv3 --doctor --list-checks has them all");
    }

    private static boolean fits(String pattern, Check check) {
        try {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            return matcher.matches(Path.of(check.id)) || matcher.matches(Path.of(check.group.id()));
        } catch (java.util.regex.PatternSyntaxException _) {
            return false;
        }
    }
}
