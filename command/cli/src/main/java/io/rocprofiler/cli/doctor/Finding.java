package io.rocprofiler.cli.doctor;

/// One line of the report.
///
/// @param subject what was looked at, a word
/// @param advice what to do about it, with the command to type; empty if there is nothing to do
record Finding(Verdict verdict, String subject, String text, String advice) {

    enum Verdict {
        GOOD("ok"),
        NOTE("-"),
        BAD("NO");

        private final String sign;

        Verdict(String sign) {
            this.sign = sign;
        }
    }

    static Finding good(String subject, String text) {
        return new Finding(Verdict.GOOD, subject, text, "");
    }

    static Finding note(String subject, String text) {
        return new Finding(Verdict.NOTE, subject, text, "");
    }

    static Finding bad(String subject, String text, String advice) {
        return new Finding(Verdict.BAD, subject, text, advice);
    }

    boolean isBad() {
        return verdict == Verdict.BAD;
    }

    /// The finding as text: a line, and one with the advice.
    String lines() {
        String line = "%-14s %-3s %s%n".formatted(subject, verdict.sign, text);
        return advice.isEmpty() ? line : line + "%-14s     > %s%n".formatted("", advice);
    }
}
