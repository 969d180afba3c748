package io.rocprofiler.export.rocpd;

import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.trace.ApiRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes `rocpd_arg`: a row per argument of a call. Parses each function's signature once.
final class ArgumentRows {

    /// A parameter with the parts common to its rows.
    ///
    /// @param known whether [ArgumentBytes] knows its type
    /// @param stream whether the view of streams uses this parameter
    @SuppressWarnings("ArrayRecordComponent") // never compared, never handed out
    private record Column(
            ApiParameter parameter, ArgumentType type, byte[] typeName, byte[] name, boolean known, boolean stream) {

        static Column of(ApiParameter parameter) {
            ArgumentType type = ArgumentTypes.of(parameter.type());
            return new Column(
                    parameter,
                    type,
                    parameter.type().getBytes(StandardCharsets.UTF_8),
                    parameter.name().getBytes(StandardCharsets.UTF_8),
                    ArgumentBytes.knows(type),
                    parameter.name().equals("stream"));
        }
    }

    private final TableTree tree;
    private final Row row = new Row();
    private final ArgumentBytes values = new ArgumentBytes();
    private final Utf8 stream = new Utf8();
    private final Map<Long, Column[]> functions = new HashMap<>();
    private long lastFunction = -1;
    private Column[] lastColumns = {};

    ArgumentRows(TableTree tree) {
        this.tree = tree;
    }

    void add(ApiRecord call, long event) throws IOException {
        int position = 0;
        for (Column column : columns(call.kind(), call.operation())) {
            Utf8 value = values.of(column.parameter(), column.type(), column.known(), call);
            row.begin()
                    .integer(event)
                    .integer(position++)
                    .text(column.typeName())
                    .text(column.name())
                    .text(value.bytes(), 0, value.length());
            if (column.stream()) {
                stream.clear().add("{\"stream_id\":").decimal(call.streamId()).add('}');
                row.text(stream.bytes(), 0, stream.length());
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
            for (ApiParameter parameter : table.function(operation).parameters()) {
                if (parameter.offset() >= 0) {
                    columns.add(Column.of(parameter));
                }
            }
        }
        return columns.toArray(Column[]::new);
    }

    TableTree tree() {
        return tree;
    }

    void finish() throws IOException {
        tree.finish();
    }
}
