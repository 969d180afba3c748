package io.rocprofiler.facts.model;

import io.rocprofiler.facts.model.ApiArguments.ApiArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How the tracer tool keeps arguments and shows them as text: names, offsets and forms of the members of
/// `hip_api_data_t` and `hsa_api_data_t`.
public final class TracerFormats {
    /// A function, and its arguments in order.
    ///
    /// @param result the form of what it returns
    public record Call(String name, String result, List<Argument> arguments) {}

    /// An argument. Offsets from the start of the API data, in bytes.
    ///
    /// @param pointer -1, or where the pointer stands that leads to the value, which the tool copies to `value`
    /// @param form `NONE`, `POINTER`, `FUNCTION`, `STRING`, `CHARS`, `STRUCT`, or a machine type as `U32`
    /// @param members of a struct
    public record Argument(String name, int pointer, int value, int bytes, String form, List<Member> members) {}

    /// A member of a struct that is shown.
    ///
    /// @param offset in the struct, in bytes
    public record Member(String name, int offset, int count, String form) {}

    private final Facts facts;
    private final Tracer tracer;

    public TracerFormats(Facts facts) {
        this.facts = facts;
        this.tracer = facts.tracer();
    }

    /// Returns the calls of `hip` or `hsa` by id.
    public SortedMap<Integer, Call> calls(String name) {
        String enumeration = name + "_api_id_t";
        Library library = facts.library(name);
        Map<String, ApiArguments> known = name.equals("hip") ? tracer.hip() : tracer.hsa();
        SortedMap<Integer, String> functions = tracer.functions(enumeration);
        SortedMap<Integer, Call> calls = new TreeMap<>();
        tracer.slots(enumeration, library).forEach((id, slot) -> {
            String title = functions.getOrDefault(id, slot.name());
            ApiArguments function = known.get(title);
            List<Argument> arguments = function == null
                    ? List.of()
                    : arguments(function, slot, tracer.data(name).arguments(), library);
            calls.put(
                    id, new Call(title, form(slot.result().kind(), slot.result().type()), arguments));
        });
        return calls;
    }

    private List<Argument> arguments(ApiArguments function, Slot slot, int origin, Library library) {
        List<Argument> result = new ArrayList<>();
        List<ApiArgument> fields = function.fields();
        int parameter = -1;
        for (int i = 0; i < fields.size(); i++) {
            ApiArgument field = fields.get(i);
            if (field.isDereferenced()) {
                continue;
            }
            parameter++;
            String type = slot.params().get(parameter).type();
            ApiArgument copied = isText(type) ? null : copyBehind(fields, i);
            ApiArgument shown = copied == null ? field : copied;
            result.add(new Argument(
                    field.name(),
                    copied == null ? -1 : origin + field.offset(),
                    origin + shown.offset(),
                    size(shown.kind(), library),
                    copied == null ? form(field.kind(), type) : form(shown.kind(), ""),
                    shown.kind().isStruct() ? members(shown.kind().reference()) : List.of()));
        }
        return result;
    }

    private static @Nullable ApiArgument copyBehind(List<ApiArgument> fields, int field) {
        boolean has = field + 1 < fields.size() && fields.get(field + 1).isDereferenced();
        return has ? fields.get(field + 1) : null;
    }

    private static boolean isText(String type) {
        return type.matches("(const )?char ?\\*");
    }

    private String form(Kind kind, String type) {
        if (kind.count() > 0) {
            return kind.base().equals("i8") ? "CHARS" : machine(kind);
        }
        if (kind.isStruct()) {
            return "STRUCT";
        }
        if (kind.isPointer()) {
            String meaning = facts.types().expressions().getOrDefault(type, type);
            return isText(type) ? "STRING" : meaning.contains("(*)") ? "FUNCTION" : "POINTER";
        }
        return kind.isVoid() ? "NONE" : machine(kind);
    }

    private static String machine(Kind kind) {
        return kind.isEnum()
                ? "I32"
                : kind.isPointer() ? "POINTER" : kind.base().toUpperCase(Locale.ROOT);
    }

    private int size(Kind kind, Library library) {
        return kind.isStruct() ? struct(kind.reference(), library).size() : kind.scalarBytes();
    }

    private Struct struct(String name, Library library) {
        Struct known = library.structs().get(name);
        return known != null ? known : argumentStruct(name);
    }

    private Struct argumentStruct(String name) {
        return Objects.requireNonNull(tracer.argumentStructs().get(name), name);
    }

    /// Returns what is shown of a struct, its last member first: no bit fields, no `void*`.
    private List<Member> members(String name) {
        return argumentStruct(name).fields().reversed().stream()
                .filter(TracerFormats::isShown)
                .map(field -> new Member(
                        field.name(),
                        field.offset(),
                        Math.max(1, field.kind().count()),
                        form(field.kind(), field.type())))
                .toList();
    }

    private static boolean isShown(Field field) {
        return field.bits() == 0 && !field.name().isEmpty() && !field.type().matches("(const )?void ?\\*");
    }
}
