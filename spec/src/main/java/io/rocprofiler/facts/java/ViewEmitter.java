package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.View;
import io.rocprofiler.facts.output.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the payloads and records that Java tools see: for each struct a view that reads it in place, and for each
/// interface a copy, a record with the same values.
public final class ViewEmitter {
    private static final String PACKAGE = "io.rocprofiler.sdk.internal.view";

    private static final String IMPORTS = """
            import io.rocprofiler.abi.*;
            import io.rocprofiler.sdk.*;
            import java.lang.foreign.MemorySegment;
            import java.util.List;
            import java.util.Objects;
            import org.jspecify.annotations.Nullable;

            """;

    private final Map<String, Struct> structs = new HashMap<>();

    private ViewEmitter(Facts facts) {
        structs.putAll(facts.sdk().externalStructs());
        structs.putAll(facts.sdk().structs());
    }

    public static void emit(Facts facts, Output output) {
        ViewEmitter emitter = new ViewEmitter(facts);
        for (View view : facts.views()) {
            view.structs().forEach((name, struct) -> write(output, name, emitter.view(view, name, struct)));
            String struct = view.structs().values().iterator().next();
            List<Accessor> accessors = emitter.accessors(view, Layout.require(emitter.structs, struct));
            String copy = CopyEmitter.name(view);
            write(output, copy, new CopyEmitter(view, accessors, operationType(view)).text());
        }
    }

    private static void write(Output output, String name, String body) {
        output.write(
                PACKAGE.replace('.', '/') + "/" + name + ".java",
                Source.open(PACKAGE, IMPORTS).append(body).toString());
    }

    private String view(View view, String name, String structName) {
        String base = view.base().isEmpty() ? view.callback() ? "CallbackView" : "TracingView" : view.base();
        List<String> members = new ArrayList<>();
        if (view.arguments()) {
            members.add("    %s(CallValues values) {\n        super(values);\n    }\n".formatted(name));
        }
        if (view.operation().isEmpty()) {
            members.add("    // The record has no operation: there is padding in its place.\n"
                    + method("int", "operationValue", "0"));
        } else if (!isAny(view)) {
            String type = operationType(view);
            members.add(method(type, "operation", ViewField.constant(type, "operationValue()")));
        }
        for (Accessor accessor : accessors(view, Layout.require(structs, structName))) {
            members.add(method(accessor.type(), accessor.name(), accessor.expression()));
        }
        String values =
                !view.arguments() ? "" : view.result() ? ", copyArguments(), copyResult()" : ", copyArguments()";
        members.add(method(view.type(), "copy", "new %s(this%s)".formatted(CopyEmitter.name(view), values)));
        return "/// [%s], seen in place: `%s`.\n".formatted(view.type(), structName)
                + "final class %s extends %s implements %s {\n".formatted(name, base, view.type())
                + String.join("\n", members)
                + "}\n";
    }

    private static String method(String type, String name, String expression) {
        return "    @Override\n    public %s%s %s() {\n        return %s;\n    }\n"
                .formatted(CopyEmitter.nullable(type), type, name, expression);
    }

    private static boolean isAny(View view) {
        return view.operation().equals("any");
    }

    private static String operationType(View view) {
        if (view.operation().isEmpty()) {
            return "";
        }
        return isAny(view) ? "Operation" : Names.type(view.operation());
    }

    /// An accessor of a view.
    ///
    /// @param type the Java type
    record Accessor(String name, String type, String expression) {}

    private List<Accessor> accessors(View view, Struct struct) {
        List<Accessor> accessors = new ArrayList<>();
        Map<String, String> types = new HashMap<>(Map.of("operation", operationType(view), "phase", "CallbackPhase"));
        for (View.Accessor accessor : view.accessors()) {
            Accessor resolved = accessor(accessor, struct, types);
            types.put(resolved.name(), resolved.type());
            accessors.add(resolved);
        }
        return accessors;
    }

    private Accessor accessor(View.Accessor accessor, Struct struct, Map<String, String> types) {
        StringBuilder expression = new StringBuilder();
        String type = "";
        for (View.Choice choice : accessor.choices()) {
            ViewField field = ViewField.of(struct, choice.field(), structs);
            if (!type.isEmpty() && !type.equals(field.type())) {
                throw new IllegalArgumentException(accessor.name() + ": " + type + " and " + field.type());
            }
            type = field.type();
            if (choice.conditions().isEmpty()) {
                return new Accessor(accessor.name(), type, field.expression());
            }
            expression
                    .append(condition(choice, types))
                    .append("\n                ? ")
                    .append(field.expression())
                    .append("\n                : ");
        }
        return new Accessor(
                accessor.name(), type, expression.append(accessor.otherwise()).toString());
    }

    private static String condition(View.Choice choice, Map<String, String> types) {
        List<String> tests = new ArrayList<>();
        choice.conditions()
                .forEach((accessor, constant) ->
                        tests.add("%s() == %s.%s".formatted(accessor, types.get(accessor), constant)));
        return String.join(" && ", tests);
    }
}
