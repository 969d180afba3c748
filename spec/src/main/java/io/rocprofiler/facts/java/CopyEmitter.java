package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.View;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the copy of one type of callback or record: a Java record with a component for each accessor.
final class CopyEmitter {
    private static final List<Component> OF_CALLBACK = List.of(
            new Component("CallbackPhase", "phase"),
            new Component("long", "threadId"),
            new Component("long", "correlationId"),
            new Component("long", "ancestorCorrelationId"),
            new Component("long", "externalCorrelationId"),
            new Component("long", "contextHandle"),
            new Component("long", "userData"));

    private final View view;
    private final List<Component> read = new ArrayList<>();
    private final List<Component> passed = new ArrayList<>();

    /// @param operationType empty if there is no operation
    CopyEmitter(View view, List<ViewEmitter.Accessor> accessors, String operationType) {
        this.view = view;
        read.add(new Component(view.callback() ? "CallbackTracingKind" : "BufferTracingKind", "kind"));
        if (!operationType.isEmpty()) {
            read.add(new Component(operationType, "operation"));
        }
        if (view.callback()) {
            read.addAll(OF_CALLBACK);
        }
        accessors.forEach(accessor -> read.add(new Component(accessor.type(), accessor.name())));
        if (view.arguments()) {
            passed.add(new Component("List<ApiValue>", "arguments"));
        }
        if (view.result()) {
            passed.add(new Component("ApiValue", "returned"));
        }
    }

    static String name(View view) {
        return "Copied" + view.type();
    }

    static String nullable(String type) {
        return type.equals("String") ? "@Nullable " : "";
    }

    String text() {
        List<Component> all = new ArrayList<>(read);
        all.addAll(passed);
        List<String> members = new ArrayList<>();
        members.add(constructor());
        if (view.arguments()) {
            members.addAll(arguments());
        }
        if (view.callback()) {
            members.add(method("MemorySegment payload()", "throw Copied.noMemory()"));
            members.add(method("void userData(long value)", "throw Copied.immutable()"));
        } else {
            members.add(method("MemorySegment segment()", "throw Copied.noMemory()"));
        }
        members.add(method(view.type() + " copy()", "return this"));
        return "/// [%s], copied.\n".formatted(view.type())
                + "record %s(\n        %s)\n".formatted(name(view), declare(all, ",\n        "))
                + "        implements %s {\n\n".formatted(view.type())
                + String.join("\n", members)
                + "}\n";
    }

    private String constructor() {
        List<Component> parameters = new ArrayList<>(List.of(new Component(view.type(), "of")));
        parameters.addAll(passed);
        List<String> values = new ArrayList<>();
        read.forEach(component -> values.add("of." + component.name() + "()"));
        passed.forEach(component -> values.add(component.name()));
        return "    %s(%s) {\n        this(\n                %s);\n    }\n"
                .formatted(name(view), declare(parameters, ", "), String.join(",\n                ", values));
    }

    private static String declare(List<Component> components, String separator) {
        return components.stream().map(Component::declaration).collect(Collectors.joining(separator));
    }

    private List<String> arguments() {
        return List.of(
                method("int argumentCount()", "return arguments.size()"),
                method("ApiValue argument(int index)", "return Copied.argument(arguments, index, operationName())"),
                method("ApiValue argument(String name)", "return Copied.argument(arguments, name, operationName())"),
                method("boolean hasResult()", "return " + (view.result() ? "returned != null" : "false")),
                method(
                        "ApiValue result()",
                        "return Copied.result(" + (view.result() ? "returned" : "null") + ", operationName())"));
    }

    private static String method(String signature, String statement) {
        return "    @Override\n    public %s {\n        %s;\n    }\n".formatted(signature, statement);
    }

    private record Component(String type, String name) {
        String declaration() {
            return (name.equals("returned") ? "@Nullable " : nullable(type)) + type + " " + name;
        }
    }
}
