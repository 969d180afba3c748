package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.NativeCall;
import io.rocprofiler.facts.model.Registry;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import io.rocprofiler.facts.output.Output;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Writes the internal files that the C libraries include.
public final class NativeEmitter {
    private NativeEmitter() {}

    public static void emit(Facts facts, Output output) {
        Trampolines trampolines = new Trampolines(facts.sdk());
        output.write("rpj_native.h", LayoutHeader.text("rpj_native.h", facts.nativeLayouts()));
        output.write("rpj_segment.h", LayoutHeader.text("rpj_segment.h", facts.segmentLayouts()));
        output.write("rpj_journal.h", LayoutHeader.text("rpj_journal.h", facts.journalLayouts()));
        output.write("rpj_hsa.h", HsaHeader.text(facts));
        output.write("rpj_sdk_functions.h", trampolines.functionsHeader());
        output.write("rpj_sdk_exports.c", trampolines.exports());
        output.write("rpj_calls.h", calls(facts));
        output.write("rpj_ompt_callbacks.c", new OmptCallbacks(facts).text());
        output.write("rpj_status_strings.inc", statusStrings(facts));
        output.write("rpj_tables.h", tables(facts));
        output.write("rpj_register_libraries.inc", registerLibraries(facts.registry()));
        TracerData.emit(facts, output);
        VersionScripts.emit(facts.symbolVersions(), output);
        // The JDK that runs the generator is also the one whose jni.h the C libraries are compiled against.
        output.write("jdk.mk", "JDK_HOME := " + System.getProperty("java.home") + "\n");
    }

    private static String calls(Facts facts) {
        StringBuilder body = new StringBuilder("enum {\n");
        for (NativeCall call : facts.nativeCalls()) {
            body.append("    // %s\n    RPJ_CALL_%s = %d,\n".formatted(call.about(), call.name(), call.number()));
        }
        return CText.header(
                "rpj_calls.h",
                "Numbers of calls into the engine that are not functions of the C API; NativeCalls in Java.",
                body.append("};\n").toString());
    }

    private static String statusStrings(Facts facts) {
        CText text = new CText();
        text.comment(
                "RPJ_STATUS(value, name, message) for every status, the first of its names; define it before the include.");
        EnumType status = facts.sdk().enumeration("rocprofiler_status_t");
        Set<Integer> named = new HashSet<>();
        status.values().forEach((name, value) -> {
            int index = value.intValue();
            if (index < facts.statusMessages().size() && named.add(index)) {
                text.line(
                        "RPJ_STATUS(%d, \"%s\", \"%s\")",
                        index, name, facts.statusMessages().get(index));
            }
        });
        return text.toString();
    }

    private static String tables(Facts facts) {
        StringBuilder body = new StringBuilder();
        for (Library library : facts.libraries()) {
            Struct container = library.container();
            if (container != null) {
                String name = "RPJ_" + container.name().toUpperCase(Locale.ROOT);
                List<Field> fields = container.fields();
                body.append("#define %s_VERSION_SIZEOF %d\n"
                        .formatted(name, fields.getFirst().size()));
                body.append("#define %s_TABLES %d\n".formatted(name, fields.size() - 1));
                for (Field field : fields.subList(1, fields.size())) {
                    String member = field.name().replaceFirst("_$", "").toUpperCase(Locale.ROOT);
                    body.append("#define %s_%s %d\n".formatted(name, member, field.offset()));
                }
            }
            for (Table table : library.tables()) {
                String name = "RPJ_TABLE_" + table.struct().toUpperCase(Locale.ROOT);
                body.append("#define %s_SIZE %d\n".formatted(name, table.size()));
                body.append("#define %s_HEADER %d\n".formatted(name, table.headerBytes()));
                body.append(
                        "#define %s_SLOTS %d\n".formatted(name, table.slots().size()));
            }
        }
        return CText.header(
                "rpj_tables.h",
                "Bytes, header bytes and slots of the newest known form of each API table; what is in HSA's table of tables.",
                body.toString());
    }

    private static String registerLibraries(Registry registry) {
        CText text = new CText();
        text.comment(
                "RPJ_LIBRARY(index, common name, import symbol, file name pattern) for every library that may register.");
        for (Registry.Client client : registry.clients()) {
            text.line(
                    "RPJ_LIBRARY(%d, \"%s\", \"%s\", \"%s\")",
                    client.index(),
                    client.commonName(),
                    client.importSymbol(),
                    client.fileRegex().replace("\\", "\\\\"));
        }
        return text.toString();
    }
}
