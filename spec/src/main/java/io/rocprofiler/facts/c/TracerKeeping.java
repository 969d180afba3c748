package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.TracerFormats;
import io.rocprofiler.facts.model.TracerFormats.Argument;
import java.util.ArrayList;
import java.util.List;

/// Writes what the tracer tool keeps of arguments: where they lie in `hip_api_data_t` and `hsa_api_data_t`.
final class TracerKeeping {
    private static final String TYPES = """
            // For one C file: what the tracer tool keeps of arguments.
            #include <stdbool.h>
            #include <stdint.h>

            // `pointer`: -1, or where the pointer stands that leads to the value. What it points at belongs to `value`, `bytes` long.
            // `string`: the value is a char*. Offsets from the start of the API data.
            struct rt_argument { int16_t pointer; uint16_t value, bytes; bool string; };

            // The arguments of an id, from `first` on. `end`: where the last one ends. 0: an id that is not known.
            struct rt_arguments { uint16_t first, end; uint8_t count; };
            """;

    private final Facts facts;

    TracerKeeping(Facts facts) {
        this.facts = facts;
    }

    String text() {
        CText text = new CText().add(TYPES).blank();
        library(text, "hip");
        library(text, "hsa");
        return text.toString();
    }

    private void library(CText text, String name) {
        int origin = facts.tracer().data(name).arguments();
        List<Argument> all = new ArrayList<>();
        text.line("static const struct rt_arguments rt_%s_arguments_of[] = {", name);
        new TracerFormats(facts).calls(name).forEach((id, call) -> {
            int end = call.arguments().stream()
                    .mapToInt(argument -> argument.value() + argument.bytes())
                    .max()
                    .orElse(origin);
            text.line(
                    "    [%d] = {%d, %d, %d}, // %s",
                    id, all.size(), end, call.arguments().size(), call.name());
            all.addAll(call.arguments());
        });
        text.line("};").blank().line("static const struct rt_argument rt_%s_arguments[] = {", name);
        all.forEach(argument -> text.line(
                "    {%d, %d, %d, %b},",
                argument.pointer(),
                argument.value(),
                argument.bytes(),
                argument.form().equals("STRING")));
        text.line("};").blank();
    }
}
