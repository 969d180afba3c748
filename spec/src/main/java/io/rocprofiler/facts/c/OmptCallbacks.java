package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.OmptCallback;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The functions that an OpenMP runtime calls (OMPT). Each packs its arguments into the SDK's payload, hands them
/// to the engine, and keeps track of the lifetime of the data words.
final class OmptCallbacks {
    private static final String DATA = "ompt_data_t*";
    private static final String ENDPOINT = "ompt_scope_endpoint_t";
    private static final Set<String> INQUIRED = Set.of("thread_data", "parallel_data", "task");

    private final Facts facts;

    OmptCallbacks(Facts facts) {
        this.facts = facts;
    }

    String text() {
        CText text = new CText();
        text.comment("What an OpenMP runtime calls. Any thread of the runtime; nothing fails.");
        text.blank().line("#include \"ompt/rpj_ompt.h\"");
        facts.ompt().forEach(callback -> text.blank().add(function(callback)));
        text.blank();
        text.line("const rpj_ompt_callback rpj_ompt_callbacks[RPJ_OMPT_OPERATIONS] = {");
        facts.ompt()
                .forEach(callback -> text.line(
                        "    [%d] = {%d, (void (*)(void))on_%s, 0x%xu},",
                        id(callback), callback.event(), callback.operation(), keeps(callback)));
        text.line("};").blank();
        text.line("const char* const rpj_ompt_functions[RPJ_OMPT_FUNCTIONS] = {");
        for (Field function :
                facts.sdk().struct("rocprofiler_ompt_callback_functions_t").fields()) {
            text.line("    \"%s\",", function.name());
        }
        return text.line("};").toString();
    }

    private String function(OmptCallback callback) {
        List<Field> arguments = arguments(callback);
        StringBuilder text = new StringBuilder();
        text.append("static void on_%s(%s) {\n"
                .formatted(
                        callback.operation(),
                        arguments.stream()
                                .map(field -> CDeclarations.declare(field.type(), field.name()))
                                .collect(Collectors.joining(", "))));
        if (!callback.begins().isEmpty()) {
            text.append("    %srpj_ompt_data_begins(%s);\n".formatted(at(callback, "begin"), callback.begins()));
        }
        text.append("    if (%s) {\n".formatted(wanted(callback)));
        text.append("        rocprofiler_ompt_args_t args;\n");
        text.append("        memset(&args, 0, sizeof args);\n");
        for (Field argument : arguments) {
            text.append("        args.%s.%s = %s;\n".formatted(callback.operation(), argument.name(), value(argument)));
        }
        text.append(event(callback, arguments)).append("    }\n");
        if (!callback.ends().isEmpty()) {
            text.append("    %srpj_ompt_data_ends(%s);\n".formatted(ending(callback), callback.ends()));
        }
        return text.append("}\n").toString();
    }

    private String event(OmptCallback callback, List<Field> arguments) {
        String member = "args." + callback.operation();
        String key = callback.scope() + callback.task();
        return """
                        native_ompt_event_t event = {.operation = %d,
                                                     .endpoint = %s,
                                                     .key = %s,
                                                     .data = 0x%xu,
                                                     .args = &args,
                                                     .args_bytes = sizeof %s};
                        rpj_ompt_event(&event);
                """.formatted(
                        id(callback),
                        callback.isScope() ? "(uint64_t)endpoint" : "0",
                        key.isEmpty() ? "0" : "(uint64_t)" + member + "." + key,
                        data(arguments),
                        member);
    }

    private static String value(Field argument) {
        return argument.type().equals(DATA) ? "rpj_ompt_data(" + argument.name() + ")" : argument.name();
    }

    private String wanted(OmptCallback callback) {
        String wanted = "rpj_ompt_wanted(%d, %s)"
                .formatted(id(callback), callback.isScope() ? "endpoint == ompt_scope_end" : "false");
        if (callback.from().isEmpty()) {
            return wanted;
        }
        return "%s || rpj_ompt_is_traced(%s) || rpj_ompt_is_traced(%s)"
                .formatted(wanted, callback.from(), callback.to());
    }

    /// Returns the condition for a scope's `begin` or `end`. A call with both endpoints satisfies both.
    private static String at(OmptCallback callback, String end) {
        return callback.isScope() ? "if ((unsigned)endpoint & ompt_scope_%s) ".formatted(end) : "";
    }

    private static String ending(OmptCallback callback) {
        if (callback.endsAt().argument().isEmpty()) {
            return at(callback, "end");
        }
        return callback.endsAt().values().stream()
                .map(value -> callback.endsAt().argument() + " == " + value)
                .collect(Collectors.joining(" || ", "if (", ") "));
    }

    /// Returns which 8-byte words of the arguments are addresses of data words: bit `i` for the word at offset `8
    /// * i`.
    private static int data(List<Field> arguments) {
        return arguments.stream()
                .filter(field -> field.type().equals(DATA))
                .mapToInt(field -> 1 << (field.offset() / Long.BYTES))
                .sum();
    }

    /// Returns the operations, one bit each, whose arguments contain data words that end with this callback.
    /// The callback must be registered for them, too. The inquiry functions return all data words except those
    /// of targets.
    private long keeps(OmptCallback callback) {
        if (callback.ends().isEmpty()) {
            return 0;
        }
        String owner = owner(callback.ends());
        long operations = facts.ompt().stream()
                .filter(other -> arguments(other).stream()
                        .anyMatch(field ->
                                field.type().equals(DATA) && owner(field.name()).equals(owner)))
                .mapToLong(other -> 1L << id(other))
                .sum();
        return INQUIRED.contains(owner) ? operations | (1L << id("callback_functions")) : operations;
    }

    /// Returns the owner of a data word, by the name of its argument.
    private static String owner(String argument) {
        return argument.endsWith("task_data") ? "task" : argument;
    }

    private List<Field> arguments(OmptCallback callback) {
        Field member = facts.sdk().struct("rocprofiler_ompt_args_t").fields().stream()
                .filter(field -> field.name().equals(callback.operation()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("operation=" + callback.operation()));
        if (callback.isScope()
                && member.fields().stream().noneMatch(field -> field.type().equals(ENDPOINT))) {
            throw new IllegalArgumentException("operation=" + callback.operation() + ": a scope without an endpoint");
        }
        return member.fields();
    }

    private long id(OmptCallback callback) {
        return id(callback.operation());
    }

    private long id(String operation) {
        EnumType operations = facts.sdk().enumeration("rocprofiler_ompt_operation_t");
        return Objects.requireNonNull(operations.values().get("ROCPROFILER_OMPT_ID_" + operation), operation);
    }
}
