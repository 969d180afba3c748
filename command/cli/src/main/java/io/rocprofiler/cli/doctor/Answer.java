package io.rocprofiler.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Map;

/// What a check of [Check] has found.
///
/// @param remedy what to type or to change; empty if there is nothing to do
/// @param data what programs that read the report may want to know beside the text: text, numbers, yes or no, and lists
///     and maps of these
record Answer(Status status, String detail, String remedy, Map<String, Object> data) {

    /// In the order of the summary. The names in small letters are those in JSON.
    enum Status {
        PASS("PASS"),
        WARN("WARN"),
        FAIL("FAIL"),
        SKIP("SKIP"),
        /// The check broke, which says nothing about the machine.
        ERROR("ERR ");

        /// Four characters.
        final String sign;

        Status(String sign) {
            this.sign = sign;
        }
    }

    static Answer pass(String detail) {
        return new Answer(Status.PASS, detail, "", Map.of());
    }

    static Answer warn(String detail, String remedy) {
        return new Answer(Status.WARN, detail, remedy, Map.of());
    }

    static Answer fail(String detail, String remedy) {
        return new Answer(Status.FAIL, detail, remedy, Map.of());
    }

    /// @param reason why it is not checked
    static Answer skip(String reason) {
        return new Answer(Status.SKIP, reason, "", Map.of());
    }

    static Answer error(String detail) {
        return new Answer(Status.ERROR, detail, "ask about it with this report", Map.of());
    }

    static Answer of(Finding finding) {
        return finding.isBad() ? fail(finding.text(), finding.advice()) : pass(finding.text());
    }

    /// Returns this with one more of the data.
    Answer with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(data);
        more.put(name, value);
        return new Answer(status, detail, remedy, more);
    }

    boolean isPassed() {
        return status == Status.PASS;
    }

    /// Whether the check has found something to mend.
    boolean isComplaint() {
        return status == Status.FAIL || status == Status.WARN || status == Status.ERROR;
    }
}
