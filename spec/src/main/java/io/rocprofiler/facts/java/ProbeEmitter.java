package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import io.rocprofiler.facts.model.Tracer;
import io.rocprofiler.facts.output.Output;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Writes a C program that prints how a compiler lays out the public headers: a line for every constant of the Java
/// side (`Type.CONSTANT value`) and for every traced argument (`TABLE function argument offset size`).
public final class ProbeEmitter {
    private final Facts facts;
    private final Set<String> includes = new TreeSet<>();
    private final StringBuilder body = new StringBuilder();

    private ProbeEmitter(Facts facts) {
        this.facts = facts;
    }

    public static void emit(Facts facts, Output output) {
        output.write("probe.c", new ProbeEmitter(facts).text());
    }

    private String text() {
        includes.add("rocprofiler-sdk/rocprofiler.h");
        includes.add("rocprofiler-register/rocprofiler-register.h");
        facts.sdk().structs().values().forEach(struct -> struct("rocprofiler-sdk/", struct));
        facts.sdk().enums().values().forEach(this::enumType);
        facts.registry().structs().values().forEach(struct -> struct("", struct));
        TableSpec.ALL.forEach(this::table);
        tracer();
        StringBuilder text = new StringBuilder("#include <stddef.h>\n#include <stdio.h>\n");
        includes.forEach(file -> text.append("#include <").append(file).append(">\n"));
        return text.append("#define PRINT(name, value) printf(\"%s %lld\\n\", name, (long long) (value))\n")
                .append("int main(void) {\n")
                .append(body)
                .append("    return 0;\n}\n")
                .toString();
    }

    private void tracer() {
        Tracer tracer = facts.tracer();
        for (String file : List.of("roctracer_ext", "roctracer_roctx", "roctracer_hip", "roctracer_hsa")) {
            includes.add("roctracer/" + file + ".h");
        }
        tracer.structs().values().forEach(struct -> struct("", struct));
        tracer.apiData().keySet().forEach(name -> {
            String type = Names.type(name);
            print(type + ".SIZEOF", "sizeof(" + name + ")");
            for (String field : List.of("correlation_id", "phase", "args", "phase_data")) {
                print(type + "." + Names.constant(field), "offsetof(" + name + ", " + field + ")");
            }
        });
        print("HsaApiData.RESULT", "offsetof(hsa_api_data_t, hsa_status_t_retval)");
    }

    private void struct(String folder, Struct struct) {
        if (!folder.isEmpty() && !struct.file().isEmpty()) {
            includes.add(folder + struct.file());
        }
        String type = Names.type(struct.name());
        print(type + ".SIZEOF", "sizeof(" + struct.name() + ")");
        print(type + ".ALIGNOF", "_Alignof(" + struct.name() + ")");
        members(struct.name(), type + ".", "", struct.fields());
    }

    private void members(String struct, String constant, String path, List<Field> fields) {
        for (Field field : fields) {
            boolean named = !field.name().isEmpty();
            if (named && field.bits() == 0) { // a bit field has no offset
                print(constant + Names.constant(field.name()), "offsetof(" + struct + ", " + path + field.name() + ")");
            }
            members(
                    struct,
                    named ? constant + Names.constant(field.name()) + "_" : constant,
                    named ? path + field.name() + "." : path,
                    field.fields());
        }
    }

    private void enumType(EnumType type) {
        if (!type.file().isEmpty()) {
            includes.add("rocprofiler-sdk/" + type.file());
        }
        type.values().keySet().forEach(name -> print(Names.type(type.name()) + "#" + name, name));
    }

    private void table(TableSpec spec) {
        Table table = facts.library(spec.library()).table(spec.struct());
        String union = "rocprofiler_" + spec.domain() + "_api_args_t";
        for (Slot slot : table.slots()) {
            if (slot.args() != null) {
                for (String name : slot.args().names()) {
                    String member = slot.name() + "." + name;
                    String head = spec.name() + " " + slot.name() + " " + name;
                    print(head + " offset", "offsetof(" + union + ", " + member + ")");
                    print(head + " size", "sizeof(((" + union + "*) 0)->" + member + ")");
                }
            }
        }
    }

    private void print(String name, String value) {
        body.append("    PRINT(\"").append(name).append("\", ").append(value).append(");\n");
    }
}
