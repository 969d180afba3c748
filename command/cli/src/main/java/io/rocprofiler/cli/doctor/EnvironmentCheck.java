package io.rocprofiler.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Variables that switch tracing off, or that put something beside it.
record EnvironmentCheck(Machine machine) {

    /// A variable, the values that matter, and what they do.
    private record Effect(String name, Pattern values, boolean isBad, String text) {

        static Effect off(String name, String values) {
            return new Effect(name, Pattern.compile(values, Pattern.CASE_INSENSITIVE), true, "switches tracing off");
        }

        static Effect beside(String name, String text) {
            return new Effect(name, Pattern.compile(".+", Pattern.DOTALL), false, text);
        }

        Finding of(String value) {
            String found = name + "=" + value;
            return isBad
                    ? Finding.bad("environment", found + " " + text, "unset " + name)
                    : Finding.note("environment", found + ": " + text);
        }
    }

    private static final List<Effect> EFFECTS = List.of(
            Effect.off("ROCPROFILER_REGISTER_ENABLED", "0*|off|false|no|n|f"),
            Effect.off("HSA_TOOLS_DISABLE_REGISTER", "1"),
            Effect.beside("ROCP_TOOL_LIBRARIES", "those tools run beside rocprofv3's"),
            Effect.beside("ROCPROFILER_JAVA_TOOLS", "those tools run beside rocprofv3's"),
            Effect.beside("HSA_TOOLS_LIB", "those libraries get HSA's table, too"),
            Effect.beside("LD_PRELOAD", "those libraries are in every program"));

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Effect effect : EFFECTS) {
            String value = machine.environment().get(effect.name());
            if (value != null && effect.values().matcher(value).matches()) {
                findings.add(effect.of(value));
            }
        }
        return findings;
    }
}
