package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.ApiArguments.ApiArgument;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Tracer;
import io.rocprofiler.facts.model.TracerFormats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Writes roctracer's structs, enumerations, functions and arguments.
final class TracerEmitter {
    private final Facts facts;
    private final Tracer tracer;
    private final JavaEmitter.Sink sink;

    TracerEmitter(Facts facts, JavaEmitter.Sink sink) {
        this.facts = facts;
        this.tracer = facts.tracer();
        this.sink = sink;
    }

    void emit() {
        tracer.structs().values().forEach(this::struct);
        tracer.apiData().forEach((name, data) -> struct(apiData(name, data)));
        for (EnumType type : tracer.enums().values()) {
            if (!type.name().endsWith("_api_id_t")) {
                enumType(type);
            }
        }
        enumType(commands());
        functions("hip_api_id_t", "HIP's functions");
        functions("hsa_api_id_t", "HSA's functions");
        functions("roctx_api_id_t", "ROC-TX's functions");
        arguments();
        formats();
    }

    private void struct(Struct struct) {
        String type = Names.type(struct.name());
        sink.write(type, struct.name(), StructEmitter.struct(type, struct));
    }

    /// Returns the struct without the union of arguments, which [#arguments] writes.
    private static Struct apiData(String name, Tracer.ApiData data) {
        List<Field> fields = new ArrayList<>();
        fields.add(field("correlation_id", "uint64_t", "u64", 0, 8));
        fields.add(field("phase", "uint32_t", "u32", 8, 4));
        if (data.result() >= 0) {
            fields.add(field("result", "up to 8 bytes", "u64", data.result(), 8));
        }
        fields.add(field("args", "union", "u64", data.arguments(), data.clientData() - data.arguments()));
        fields.add(field("phase_data", "uint64_t*", "pointer", data.clientData(), 8));
        return new Struct(name, "", data.size(), 8, false, fields, "");
    }

    private static Field field(String name, String type, String kind, int offset, int size) {
        return new Field(name, type, Kind.parse(kind), offset, size, 0, 0, List.of());
    }

    private EnumType commands() {
        Map<String, Long> values = new LinkedHashMap<>();
        tracer.commands().forEach(command -> values.put(command.name(), (long) command.kind()));
        return new EnumType("hip_command_kind_t", "", Kind.parse("u32"), values, Map.of());
    }

    private void enumType(EnumType type) {
        Map<String, Long> values = new LinkedHashMap<>(type.values());
        values.keySet().removeIf(name -> name.endsWith("_NUMBER"));
        String name = Names.type(type.name());
        EnumType counted = new EnumType(type.name(), type.file(), type.kind(), values, Map.of());
        sink.write(name, type.name(), EnumEmitter.enumType(name, counted, List.of()));
    }

    private void functions(String enumeration, String what) {
        String type = Names.type(enumeration);
        StringBuilder text = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append("/// Numbers of ")
                .append(what)
                .append(" in roctracer, named as the functions are.\npublic enum ")
                .append(type)
                .append(" {\n");
        tracer.functions(enumeration)
                .forEach((id, name) -> text.append("    /// `%1$s`.\n    %1$s(%2$d),\n".formatted(name, id)));
        sink.write(type, enumeration, text.append("""
                            ;

                            private static final %1$s[] VALUES = values();

                            private final int value;

                            %1$s(int value) {
                                this.value = value;
                            }

                            /// {@return the number that C knows}
                            public int value() {
                                return value;
                            }

                            /// {@return the function of a number, or null}
                            ///
                            /// @param value as C knows it
                            public static @Nullable %1$s of(int value) {
                                int low = 0;
                                int high = VALUES.length - 1;
                                while (low <= high) {
                                    int middle = (low + high) >>> 1;
                                    int difference = VALUES[middle].value - value;
                                    if (difference == 0) {
                                        return VALUES[middle];
                                    }
                                    if (difference < 0) {
                                        low = middle + 1;
                                    } else {
                                        high = middle - 1;
                                    }
                                }
                                return null;
                            }
                        }
                        """.formatted(type)).toString());
    }

    private void arguments() {
        StringBuilder text = Source.open()
                .append(
                        "/// Arguments by the function's number, a line each: per argument `name|type|kind|offset|bytes`.\n")
                .append("final class TracerArgumentTexts {\n    private TracerArgumentTexts() {}\n");
        arguments(text, "hip", tracer.hip());
        arguments(text, "hsa", tracer.hsa());
        sink.write("TracerArgumentTexts", "arguments", text.append("}\n").toString());
    }

    private void arguments(StringBuilder text, String name, Map<String, ApiArguments> known) {
        String enumeration = name + "_api_id_t";
        Library library = facts.library(name);
        SortedMap<Integer, Slot> slots = tracer.slots(enumeration, library);
        SortedMap<Integer, String> functions = tracer.functions(enumeration);
        List<String> lines = new ArrayList<>(Collections.nCopies(functions.lastKey() + 1, ""));
        slots.forEach((id, slot) -> {
            ApiArguments arguments = known.get(functions.get(id));
            if (arguments != null) {
                lines.set(id, line(arguments.given(), slot.params(), library));
            }
        });
        text.append("\n    static String ")
                .append(name)
                .append("() {\n        return ")
                .append(Source.literal(String.join("\n", lines)))
                .append(";\n    }\n");
    }

    private String line(List<ApiArgument> arguments, List<Param> parameters, Library library) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            ApiArgument argument = arguments.get(i);
            Kind kind = argument.kind();
            words.add(argument.name());
            words.add(parameters.get(i).type());
            words.add(kind.toString());
            words.add(Integer.toString(argument.offset()));
            words.add(Integer.toString(kind.isStruct() ? size(kind.reference(), library) : kind.scalarBytes()));
        }
        return String.join("|", words);
    }

    private void formats() {
        StringBuilder text = Source.open()
                .append("/// How the tracer tool's text shows calls, by the function's number, a line each:\n")
                .append("/// `name|form of the result`, and per argument `|name|pointer|value|bytes|form|members`.\n")
                .append("final class TracerFormatTexts {\n    private TracerFormatTexts() {}\n");
        TracerFormats formats = new TracerFormats(facts);
        for (String library : List.of("hip", "hsa")) {
            SortedMap<Integer, TracerFormats.Call> calls = formats.calls(library);
            List<String> lines = new ArrayList<>(Collections.nCopies(calls.lastKey() + 1, ""));
            calls.forEach((id, call) -> lines.set(id, line(call)));
            text.append("\n    static String %s() {\n        return %s;\n    }\n"
                    .formatted(library, Source.literal(String.join("\n", lines))));
        }
        sink.write("TracerFormatTexts", "formats", text.append("}\n").toString());
    }

    private static String line(TracerFormats.Call call) {
        StringBuilder line = new StringBuilder(call.name() + "|" + call.result());
        for (TracerFormats.Argument argument : call.arguments()) {
            line.append("|%s|%d|%d|%d|%s|"
                    .formatted(
                            argument.name(), argument.pointer(), argument.value(), argument.bytes(), argument.form()));
            line.append(argument.members().stream()
                    .map(member ->
                            "%s %d %d %s".formatted(member.name(), member.offset(), member.count(), member.form()))
                    .collect(Collectors.joining(",")));
        }
        return line.toString();
    }

    private int size(String name, Library library) {
        Struct known = library.structs().get(name);
        return (known != null
                        ? known
                        : Objects.requireNonNull(tracer.argumentStructs().get(name), name))
                .size();
    }
}
