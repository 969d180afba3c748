package io.rocprofiler.cli.doctor;

import io.rocprofiler.abi.internal.SdkVersion;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// An examination as JSON: AMD's members, version 1, and `installation`, which is ours.
final class CheckupJson {

    private static final int SCHEMA = 1;

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private CheckupJson() {}

    static String text(Checkup checkup) {
        Rocm rocm = checkup.site().rocm();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schema_version", SCHEMA);
        all.put("tool_version", SdkVersion.TEXT);
        all.put("rocm_version", rocm.version());
        all.put("rocm_root", rocm.name());
        all.put("rocm_root_source", rocm.source());
        all.put("install_kind", rocm.kind());
        all.put("installation", checkup.site().installation().toString());
        all.put("timestamp_utc", checkup.at().truncatedTo(ChronoUnit.SECONDS).toString());
        Map<String, Object> summary = new LinkedHashMap<>();
        for (Answer.Status status : Answer.Status.values()) {
            summary.put(word(status), checkup.count(status));
        }
        summary.put("total", checkup.answers().size());
        all.put("summary", summary);
        List<Map<String, Object>> checks = checkup.answers().entrySet().stream()
                .map(entry -> check(entry.getKey(), entry.getValue()))
                .toList();
        all.put("checks", checks);
        return MAPPER.writeValueAsString(all) + System.lineSeparator();
    }

    private static Map<String, Object> check(Check check, Answer answer) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", check.id);
        members.put("group", check.group.id());
        members.put("title", check.title);
        members.put("severity", word(check.severity));
        members.put("probe", word(check.probe));
        members.put("depends", check.needs.stream().map(need -> need.id).toList());
        members.put("status", word(answer.status()));
        members.put("detail", answer.detail());
        members.put("remediation", answer.remedy());
        members.put("data", answer.data());
        return members;
    }

    /// Returns an enumerator's name as reports have it.
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
