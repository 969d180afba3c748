package io.rocprofiler.trace.export.rocpd;

import io.rocprofiler.abi.ApiFunction;
import io.rocprofiler.abi.ApiParameter;
import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.ArgumentType;
import io.rocprofiler.abi.ArgumentTypes;
import io.rocprofiler.abi.EnumNames;
import io.rocprofiler.abi.ValueForm;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.export.ArgumentText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// `rocpd_arg`: a row per argument of a call. Signatures are read once per function.
final class ArgumentRows {

    private static final byte[] NULL_POINTER = "(null)".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEXADECIMAL = "0x".getBytes(StandardCharsets.US_ASCII);

    private static final int MOST_ENUMERATORS = 10_000; // held: a program can pass any number of values that are none

    /// A parameter with what its rows have in common.
    private record Column(ApiParameter parameter, ArgumentType type, byte[] typeName, byte[] name, boolean stream) {

        static Column of(ApiParameter parameter) {
            return new Column(
                    parameter,
                    ArgumentTypes.of(parameter.type()),
                    parameter.type().getBytes(StandardCharsets.UTF_8),
                    parameter.name().getBytes(StandardCharsets.UTF_8),
                    parameter.name().equals("stream"));
        }
    }

    private final TableTree tree;
    private final Row row;
    private final Utf8 text = new Utf8();
    private final Map<Long, Column[]> functions = new HashMap<>();
    private final Map<Long, byte[]> enumerators = new HashMap<>();
    private long lastFunction = -1;
    private Column[] lastColumns = {};

    ArgumentRows(TableTree tree, Guid guid) {
        this.tree = tree;
        this.row = new Row(guid.bytes());
    }

    void add(ApiRecord call, long event) throws IOException {
        int position = 0;
        for (Column column : columns(call.kind(), call.operation())) {
            row.begin().integer(event).integer(position++).text(column.typeName()).text(column.name());
            value(column, call);
            row.text(text.bytes(), 0, text.length());
            if (column.stream()) {
                text.clear().add("{\"stream_id\":").decimal(call.streamId()).add("}");
                row.text(text.bytes(), 0, text.length());
            }
            tree.append(tree.rows() + 1, row);
        }
    }

    private Column[] columns(int kind, int operation) {
        long function = (long) kind << Integer.SIZE | operation;
        if (function != lastFunction) {
            lastColumns = functions.computeIfAbsent(function, _ -> read(kind, operation));
            lastFunction = function;
        }
        return lastColumns;
    }

    private static Column[] read(int kind, int operation) {
        ApiTable table = ApiTables.ofBufferKind(kind);
        List<Column> columns = new ArrayList<>();
        if (table != null && operation >= 0 && operation < table.operations()) {
            ApiFunction function = table.function(operation);
            for (ApiParameter parameter : function.parameters()) {
                if (parameter.offset() >= 0) {
                    columns.add(Column.of(parameter));
                }
            }
        }
        return columns.toArray(Column[]::new);
    }

    /// What [ArgumentText] says, without its Strings where values are short.
    private void value(Column column, ApiRecord call) {
        text.clear();
        ValueForm form = column.type().form();
        int offset = column.parameter().offset();
        if (column.type().indirections() > 0) {
            pointer(call.argument(offset, Long.BYTES));
            return;
        }
        switch (form.kind()) {
            case UNSIGNED -> unsigned(call.argument(offset, Math.min(form.sizeBytes(), Long.BYTES)));
            case ENUM -> text.add(enumerator(form.index(), (int) call.argument(offset, Integer.BYTES)));
            default -> text.add(ArgumentText.of(column.parameter(), call));
        }
    }

    private void pointer(long address) {
        if (address == 0) {
            text.add(NULL_POINTER);
        } else {
            text.add(HEXADECIMAL).hexadecimal(address);
        }
    }

    private void unsigned(long value) {
        if (value >= 0) {
            text.decimal(value);
        } else {
            text.add(Long.toUnsignedString(value));
        }
    }

    private byte[] enumerator(int index, int value) {
        long key = (long) index << Integer.SIZE | Integer.toUnsignedLong(value);
        byte[] known = enumerators.get(key);
        if (known == null) {
            String name = EnumNames.name(index, value);
            known = (name == null ? Integer.toString(value) : name).getBytes(StandardCharsets.UTF_8);
            if (enumerators.size() < MOST_ENUMERATORS) {
                enumerators.put(key, known);
            }
        }
        return known;
    }

    TableTree tree() {
        return tree;
    }

    void finish() throws IOException {
        tree.finish();
    }
}
