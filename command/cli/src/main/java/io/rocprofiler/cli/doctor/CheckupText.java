package io.rocprofiler.cli.doctor;

import io.rocprofiler.abi.internal.SdkVersion;
import io.rocprofiler.export.text.Printable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An examination as text, in AMD's form.
///
/// @param isVerbose with details and data of all checks
/// @param isQuiet only with what there is to mend
record CheckupText(Checkup checkup, boolean isVerbose, boolean isQuiet) {

    private static final String RESET = "\u001b[0m";
    private static final Map<Answer.Status, String> COLORS = Map.of(
            Answer.Status.PASS, "\u001b[32m",
            Answer.Status.WARN, "\u001b[33m",
            Answer.Status.FAIL, "\u001b[31m",
            Answer.Status.SKIP, "\u001b[36m",
            Answer.Status.ERROR, "\u001b[35m");

    private static final String INDENT = "             ";

    /// Returns the lines.
    String text(boolean isColored) {
        StringBuilder text = new StringBuilder();
        head(text);
        CheckGroup group = null;
        for (Map.Entry<Check, Answer> entry : checkup.answers().entrySet()) {
            if (!isQuiet || entry.getValue().isComplaint()) {
                group = title(text, group, entry.getKey().group);
                check(text, entry.getKey(), entry.getValue(), isColored);
            }
        }
        text.append("%n  Summary: %d passed, %d warning(s), %d failed, %d skipped"
                .formatted(
                        checkup.count(Answer.Status.PASS),
                        checkup.count(Answer.Status.WARN),
                        checkup.count(Answer.Status.FAIL),
                        checkup.count(Answer.Status.SKIP)));
        long broken = checkup.count(Answer.Status.ERROR);
        text.append(broken == 0 ? "" : ", " + broken + " broken");
        text.append(" (%d total)%n".formatted(checkup.answers().size()));
        remedies(text);
        return text.toString();
    }

    private void head(StringBuilder text) {
        Rocm rocm = checkup.site().rocm();
        String version = rocm.version().isEmpty() ? "unknown" : rocm.version();
        text.append("rocprofv3-doctor v%s  (ROCm %s)%n".formatted(SdkVersion.TEXT, version));
        String found = rocm.folder() == null
                ? "no ROCm"
                : "%s  (found via %s; %s)".formatted(rocm.name(), rocm.source(), rocm.kind());
        text.append("Checking: %s, traced by %s%n"
                .formatted(
                        Printable.escaped(found),
                        Printable.escaped(checkup.site().installation().toString())));
    }

    private static CheckGroup title(StringBuilder text, @Nullable CheckGroup before, CheckGroup now) {
        if (before != now) {
            text.append("%n  %s%n  %s%n".formatted(now.title, "=".repeat(now.title.length())));
        }
        return now;
    }

    private void check(StringBuilder text, Check check, Answer answer, boolean isColored) {
        Answer.Status status = answer.status();
        String sign = isColored ? COLORS.get(status) + status.sign + RESET : status.sign;
        text.append("  [ %s ]  %-34s  %s%n".formatted(sign, check.id, check.title));
        if (isVerbose || !answer.isPassed()) {
            text.append(INDENT).append(Printable.escaped(answer.detail())).append(System.lineSeparator());
        }
        if (isVerbose) {
            answer.data()
                    .forEach((name, value) -> text.append(INDENT)
                            .append(name)
                            .append(": ")
                            .append(Printable.escaped(value.toString()))
                            .append(System.lineSeparator()));
        }
    }

    private void remedies(StringBuilder text) {
        boolean isFirst = true;
        for (Map.Entry<Check, Answer> entry : checkup.answers().entrySet()) {
            Answer answer = entry.getValue();
            if (answer.isComplaint() && !answer.remedy().isEmpty()) {
                text.append(isFirst ? "%n  How to Fix%n  ==========%n".formatted() : "");
                text.append("  %s: %s%n      %s%n"
                        .formatted(
                                entry.getKey().id,
                                Printable.escaped(answer.detail()),
                                Printable.escaped(answer.remedy())));
                isFirst = false;
            }
        }
    }

    /// Returns the table of all checks.
    static String list() {
        StringBuilder text = new StringBuilder();
        CheckGroup group = null;
        for (Check check : Check.values()) {
            group = title(text, group, check.group);
            text.append("  %-34s  %-8s %-8s %s%s%n"
                    .formatted(
                            check.id,
                            CheckupJson.word(check.severity),
                            CheckupJson.word(check.probe),
                            check.title,
                            check.isDefault() ? "" : " (with --run-smoke-test)"));
        }
        return text.toString();
    }
}
