package io.rocprofiler.export.pftrace;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.abi.internal.StructForm;
import io.rocprofiler.abi.internal.ValueForm;
import io.rocprofiler.abi.internal.names.EnumNames;
import io.rocprofiler.export.text.ArgumentText;
import io.rocprofiler.trace.ApiRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a call's arguments as typed values: `args.dst`, `args.numBlocks.x`. Parses each function's
/// signature once.
final class Arguments {

    private final InternedWords names;
    private final LongMap<List<Value>> functions = new LongMap<>();

    /// @param names of the annotations
    Arguments(InternedWords names) {
        this.names = names;
    }

    /// A value of a record, at an offset in AMD's `args`.
    private record Value(
            int key,
            int indirections,
            ValueForm form,
            int offset,
            List<Value> members,
            @Nullable ApiParameter asText) {}

    void write(EventBody body, ApiRecord record) {
        long function = (long) record.kind() << Integer.SIZE | record.operation();
        List<Value> values = functions.get(function);
        if (values == null) {
            values = signature(record.kind(), record.operation());
            functions.put(function, values);
        }
        if (!values.isEmpty()) {
            int start = body.open(Annotation.ARGS.number());
            for (Value value : values) {
                write(body, value, record);
            }
            body.close(start, true);
        }
    }

    private static void write(EventBody body, Value value, ApiRecord record) {
        if (value.asText != null) {
            body.text(value.key, ArgumentText.of(value.asText, record));
        } else if (value.indirections > 0) {
            body.pointer(value.key, record.argument(value.offset, Long.BYTES));
        } else if (value.form.kind() == ValueForm.Kind.STRUCT) {
            int start = body.open(value.key);
            for (Value member : value.members) {
                write(body, member, record);
            }
            body.close(start, false);
        } else {
            int size = Math.min(value.form.sizeBytes(), Long.BYTES);
            scalar(body, value, record.argument(value.offset, size), Long.SIZE - Byte.SIZE * size);
        }
    }

    private static void scalar(EventBody body, Value value, long bits, int unused) {
        int key = value.key;
        switch (value.form.kind()) {
            case BOOL -> body.bool(key, bits != 0);
            case SIGNED, TEXT -> body.signed(key, bits << unused >> unused);
            case FLOAT ->
                body.floating(key, unused == 0 ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits));
            case ENUM -> enumerator(body, key, value.form.index(), (int) bits);
            case UNSIGNED, VOID, FUNCTION, OPAQUE, STRUCT -> body.unsigned(key, bits);
        }
    }

    private static void enumerator(EventBody body, int key, int index, int number) {
        String name = EnumNames.name(index, number);
        if (name == null) {
            body.signed(key, number);
        } else {
            body.word(key, name);
        }
    }

    private List<Value> signature(int kind, int operation) {
        ApiTable table = ApiTables.ofBufferKind(kind);
        if (table == null || operation < 0 || operation >= table.operations()) {
            return List.of();
        }
        ApiFunction function = table.function(operation);
        List<Value> values = new ArrayList<>();
        for (ApiParameter parameter : function.parameters()) {
            if (parameter.offset() >= 0) {
                values.add(value(parameter));
            }
        }
        return values;
    }

    private Value value(ApiParameter parameter) {
        ArgumentType type = ArgumentTypes.of(parameter.type());
        int key = names.of(parameter.name());
        boolean struct = type.indirections() == 0 && type.form().kind() == ValueForm.Kind.STRUCT;
        if (!struct) {
            return new Value(key, type.indirections(), type.form(), parameter.offset(), List.of(), null);
        }
        StructForm form = ArgumentTypes.struct(type.form().index());
        // Arrays within structs are rare: such a struct is shown as text.
        return form.members().stream().allMatch(Arguments::isPlain)
                ? new Value(key, 0, type.form(), parameter.offset(), members(form, parameter.offset()), null)
                : new Value(key, 0, type.form(), parameter.offset(), List.of(), parameter);
    }

    private static boolean isPlain(StructForm.Member member) {
        return member.elements() == 0
                && (member.indirections() > 0 || member.form().kind() != ValueForm.Kind.STRUCT);
    }

    private List<Value> members(StructForm form, int offset) {
        List<Value> members = new ArrayList<>();
        for (StructForm.Member member : form.members()) {
            members.add(new Value(
                    names.of(member.name()),
                    member.indirections(),
                    member.form(),
                    offset + member.offset(),
                    List.of(),
                    null));
        }
        return members;
    }
}
