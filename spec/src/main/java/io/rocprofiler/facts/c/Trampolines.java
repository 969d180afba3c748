package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Sdk;
import io.rocprofiler.facts.model.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Writes the exported functions of `librocprofiler-sdk`: each packs its arguments into 64-bit words and calls
/// the engine.
final class Trampolines {
    /// Written by hand: functions that C answers without an engine, or that do some work in C first.
    static final Set<String> BY_HAND = Set.of(
            "rocprofiler_set_api_table",
            "rocprofiler_force_configure",
            "rocprofiler_attach",
            "rocprofiler_detach",
            "rocprofiler_iterate_runtime_registration_info",
            "ompt_start_tool",
            "rocprofiler_ompt_start_tool",
            "rocprofiler_ompt_is_initialized",
            "rocprofiler_ompt_is_finalized",
            "rocprofiler_get_version",
            "rocprofiler_get_version_triplet",
            "rocprofiler_get_timestamp",
            "rocprofiler_get_thread_id",
            "rocprofiler_get_status_name",
            "rocprofiler_get_status_string");

    /// Answered in C while there is no engine: a state query must not start one.
    private static final Set<String> STATE_QUERIES = Set.of("rocprofiler_is_initialized", "rocprofiler_is_finalized");

    private final Sdk sdk;

    Trampolines(Sdk sdk) {
        this.sdk = sdk;
    }

    String functionsHeader() {
        StringBuilder body = new StringBuilder("#include <stdint.h>\n\nenum rpj_function {\n");
        for (Function function : sdk.functions()) {
            body.append("    RPJ_FN_%s = %d,\n".formatted(function.name(), function.index()));
        }
        body.append("    RPJ_FN_COUNT = %d\n};\n".formatted(sdk.functions().size()));
        return CText.header(
                "rpj_sdk_functions.h",
                "The number of each function of the C API: its first argument to rpj_call, and SdkFunction in Java.",
                body.toString());
    }

    String exports() {
        CText text = new CText();
        text.comment("The exported functions. Any thread. With no engine (and none to be had) a status is "
                + "ROCPROFILER_STATUS_ERROR\n(or what rpj_after_engine says), a pointer NULL. Struct arguments of up to 8 bytes travel as their word, "
                + "larger ones as a pointer to a copy.");
        text.add("""

                #include <string.h>

                #include <rocprofiler-sdk/experimental/counters.h>
                #include <rocprofiler-sdk/experimental/spm.h>
                #include <rocprofiler-sdk/experimental/thread_trace.h>
                #include <rocprofiler-sdk/ompt.h>
                #include <rocprofiler-sdk/registration.h>
                #include <rocprofiler-sdk/rocprofiler.h>
                #include <rocprofiler-sdk/spm.h>

                #include "boot/boot.h"
                #include "engine/after_engine.h"
                #include "rpj_sdk_functions.h"

                #ifdef __GNUC__
                #pragma GCC diagnostic ignored "-Wdeprecated-declarations"
                #endif
                """);
        for (Function function : sdk.functions()) {
            if (isGenerated(function)) {
                text.blank().add(trampoline(function));
            }
        }
        return text.toString();
    }

    private boolean isGenerated(Function function) {
        return !sdk.headerInline().contains(function.name())
                && !function.role().equals("client")
                && !BY_HAND.contains(function.name());
    }

    private String trampoline(Function function) {
        List<String> before = new ArrayList<>();
        List<String> words = new ArrayList<>();
        List<Param> params = named(function.params());
        for (Param param : params) {
            words.add(word(param, before));
        }
        if (STATE_QUERIES.contains(function.name())) {
            before.add("if (!rpj_engine_ready()) return (rocprofiler_status_t)rpj_state_after_engine(RPJ_FN_%s, %s);"
                    .formatted(function.name(), params.getFirst().name()));
        }
        String args = words.isEmpty() ? "0" : "args";
        if (!words.isEmpty()) {
            before.add("const uint64_t args[] = {" + String.join(", ", words) + "};");
        }
        StringBuilder text = new StringBuilder();
        text.append("RPJ_EXPORT %s %s(%s) {\n"
                .formatted(function.result().type(), function.name(), CDeclarations.parameters(params)));
        before.forEach(line -> text.append("    ").append(line).append('\n'));
        text.append("    ").append(call(function, args)).append("\n}\n");
        return text.toString();
    }

    private String call(Function function, String args) {
        Kind kind = function.result().kind();
        String fallback = kind.isEnum() ? "ROCPROFILER_STATUS_ERROR" : "0";
        String call = "rpj_call(RPJ_FN_%s, %s, %s)".formatted(function.name(), args, fallback);
        if (kind.isVoid()) {
            return call + ";";
        }
        String type = function.result().type();
        return "return (%s)%s%s;".formatted(type, kind.isPointer() ? "(uintptr_t)" : "", call);
    }

    private String word(Param param, List<String> before) {
        Kind kind = param.kind();
        if (kind.isPointer()) {
            return "(uint64_t)(uintptr_t)" + param.name();
        }
        if (!kind.isStruct()) {
            return "(uint64_t)" + param.name();
        }
        Struct struct = sdk.struct(kind.reference());
        if (struct.size() > 8) {
            return "(uint64_t)(uintptr_t)&" + param.name();
        }
        String word = param.name() + "_word";
        before.add("uint64_t %1$s = 0;\n    memcpy(&%1$s, &%2$s, sizeof %2$s);".formatted(word, param.name()));
        return word;
    }

    private static List<Param> named(List<Param> params) {
        List<Param> named = new ArrayList<>();
        for (Param param : params) {
            String name = param.name().isEmpty() ? "arg" + named.size() : param.name();
            named.add(new Param(name, param.type(), param.kind()));
        }
        return named;
    }
}
