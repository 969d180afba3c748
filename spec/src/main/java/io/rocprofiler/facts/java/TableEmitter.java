package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Args;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Ident;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Writes the tables: `ApiTables` with the data the engine needs to wrap functions, and a class per table with the
/// names and signatures that only queries need.
final class TableEmitter {
    private final Facts facts;
    private final JavaEmitter.Sink sink;
    private final CallingConvention convention;
    private final Map<String, Struct> structs = new HashMap<>();

    TableEmitter(Facts facts, JavaEmitter.Sink sink) {
        this.facts = facts;
        this.sink = sink;
        structs.putAll(facts.sdk().externalStructs());
        structs.putAll(facts.sdk().structs());
        facts.libraries().forEach(library -> structs.putAll(library.structs()));
        convention = new CallingConvention(structs, facts.nativeLayouts());
    }

    void emit() {
        StringBuilder tables = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append("/// The API tables, by name and by tracing kind.\npublic final class ApiTables {\n");
        StringBuilder texts = Source.open(
                        "/// Finds a table's texts without loading the other tables'.\nfinal class ApiTexts {\n")
                .append("    private ApiTexts() {}\n\n");
        StringBuilder names =
                new StringBuilder("    static String names(int table) {\n        return switch (table) {\n");
        StringBuilder signatures =
                new StringBuilder("    static String signatures(int table) {\n        return switch (table) {\n");
        for (int index = 0; index < TableSpec.ALL.size(); index++) {
            TableSpec spec = TableSpec.ALL.get(index);
            Library library = facts.library(spec.library());
            Table table = library.table(spec.struct());
            requireOperationsAreSlots(table);
            tables.append(table(index, spec, library, table));
            names.append("            case ")
                    .append(index)
                    .append(" -> ")
                    .append(spec.prefix())
                    .append("Text.names();\n");
            signatures
                    .append("            case ")
                    .append(index)
                    .append(" -> ")
                    .append(spec.prefix())
                    .append("Text.signatures();\n");
            sink.write(spec.prefix() + "Text", spec.struct(), text(spec, table));
            if (spec.usedByEngine()) {
                sink.write(spec.operationsClass(), spec.struct(), OperationEmitter.ids(spec, table));
            }
        }
        String end =
                "            default -> throw new IllegalArgumentException(\"table=\" + table);\n        };\n    }\n";
        sink.write(
                "ApiTexts",
                "tables",
                texts.append(names)
                        .append(end)
                        .append('\n')
                        .append(signatures)
                        .append(end)
                        .append("}\n")
                        .toString());
        sink.write("ApiTables", "tables", tables.append(lookups()).append("}\n").toString());
    }

    /// Checks that every operation id is its slot's index, which the engine relies on.
    private static void requireOperationsAreSlots(Table table) {
        for (Slot slot : table.slots()) {
            boolean traced = slot.operation() >= 0;
            if (traced != (slot.args() != null)
                    || (traced && slot.operation() != slot.index())
                    || slot.offset() != table.headerBytes() + 8 * slot.index()) {
                throw new IllegalStateException(table.struct() + "." + slot.field());
            }
        }
    }

    private String table(int index, TableSpec spec, Library library, Table table) {
        Placements placements = new Placements(convention);
        table.slots().forEach(placements::add);
        String numbers =
                numbers(spec, library, table).stream().map(String::valueOf).collect(Collectors.joining(", "));
        return """
                    /// `%s` of library `%s`.
                    public static final ApiTable %s = new ApiTable(
                            %d, "%s", "%s", "%s", "%s",
                            %s,
                            %s,
                            %s,
                            %s,
                            %s,
                            %s,
                            %s);

                """.formatted(
                        table.struct(),
                        spec.library(),
                        spec.name(),
                        index,
                        spec.name(),
                        table.struct(),
                        table.commonName(),
                        table.importSymbol(),
                        Source.literal(placements.stackWords.toString()),
                        Source.literal(placements.resultBytes.toString()),
                        Source.literal(placements.starts.toString()),
                        Source.literal(placements.moves.toString()),
                        Source.literal(placements.streams.toString()),
                        Source.literal(earlier(table)),
                        numbers);
    }

    /// Returns the numbers in the order of `ApiTable`'s constructor.
    private List<Integer> numbers(TableSpec spec, Library library, Table table) {
        String domain = spec.domain();
        boolean traced = table.callbackKind() != null;
        Struct payload = traced ? find("callback_tracing_" + domain + "_api_data_t") : null;
        Struct record = traced ? find("buffer_tracing_" + domain + "_api_record_t") : null;
        Struct extended = table.bufferExtKind() != null ? find("buffer_tracing_" + domain + "_api_ext_record_t") : null;
        int traceable = (int)
                table.slots().stream().filter(slot -> slot.operation() >= 0).count();
        return List.of(
                table.slots().size(),
                traceable,
                table.position(),
                table.headerBytes(),
                library.container() == null ? 0 : Layout.offset(library.container(), table.containerField()),
                id(table.tableId()),
                intercept(spec),
                id(table.callbackKind()),
                id(table.bufferKind()),
                id(table.bufferExtKind()),
                size(payload),
                offset(payload, "args"),
                offset(payload, "retval"),
                size(record),
                size(extended),
                offset(extended, "args"),
                offset(extended, "retval"),
                table.versionMacros().isEmpty() ? 0 : table.majorVersion());
    }

    /// Returns the earlier versions: of each its number, its number of slots, and the operation of each slot.
    private static String earlier(Table table) {
        StringBuilder text = new StringBuilder();
        table.earlier().forEach((major, slots) -> {
            text.append((char) (int) major).append((char) slots.size());
            slots.forEach(slot -> text.append((char) (int) slot));
        });
        return text.toString();
    }

    private Struct find(String name) {
        return Layout.require(structs, "rocprofiler_" + name);
    }

    private static int size(@Nullable Struct struct) {
        return struct == null ? 0 : struct.size();
    }

    private static int offset(@Nullable Struct struct, String field) {
        return struct == null ? 0 : Layout.offset(struct, field);
    }

    private static int id(@Nullable Ident ident) {
        return ident == null ? 0 : ident.id();
    }

    private int intercept(TableSpec spec) {
        EnumType tables = facts.sdk().enums().get("rocprofiler_intercept_table_t");
        return tables == null
                ? 0
                : tables.values()
                        .getOrDefault("ROCPROFILER_" + spec.intercept() + "_TABLE", 0L)
                        .intValue();
    }

    private String text(TableSpec spec, Table table) {
        String names = table.slots().stream().map(Slot::name).collect(Collectors.joining("\n"));
        String signatures = table.slots().stream().map(this::signature).collect(Collectors.joining("\n"));
        return Source.open("/// Names and signatures of `" + table.struct() + "`, one line a slot.\n")
                .append("final class ")
                .append(spec.prefix())
                .append("Text {\n    private ")
                .append(spec.prefix())
                .append("Text() {}\n\n    static String names() {\n        return ")
                .append(Source.literal(names))
                .append(";\n    }\n\n    static String signatures() {\n        return ")
                .append(Source.literal(signatures))
                .append(";\n    }\n}\n")
                .toString();
    }

    /// Returns `result type|result kind|bytes of args`, then per parameter `|name|type|kind|offset|bytes`.
    private String signature(Slot slot) {
        var args = slot.args();
        String head = slot.result().type() + "|" + slot.result().kind() + "|" + (args == null ? 0 : args.size());
        return head
                + IntStream.range(0, slot.params().size())
                        .mapToObj(i -> {
                            var param = slot.params().get(i);
                            String name =
                                    args == null ? param.name() : args.names().get(i);
                            String type =
                                    args == null ? param.type() : args.types().get(i);
                            int offset = args == null ? -1 : args.offsets().get(i);
                            return "|" + name + "|" + type + "|" + param.kind() + "|" + offset + "|"
                                    + convention.bytes(param.kind());
                        })
                        .collect(Collectors.joining());
    }

    private static String lookups() {
        String all = TableSpec.ALL.stream().map(TableSpec::name).collect(Collectors.joining(", "));
        return """
                    private static final ApiTable[] ALL = {%s};

                    private ApiTables() {}

                    /// {@return how many tables there are; their indexes are 0 to this, exclusive}
                    public static int count() {
                        return ALL.length;
                    }

                    /// {@return the table of an index}
                    ///
                    /// @param index as [ApiTable#index] answers it
                    public static ApiTable get(int index) {
                        return ALL[index];
                    }

                    /// {@return the table whose calls a callback tracing kind reports, or null}
                    ///
                    /// @param kind the number of the kind
                    public static @Nullable ApiTable ofCallbackKind(int kind) {
                        for (ApiTable table : ALL) {
                            if (kind != 0 && table.callbackKind() == kind) {
                                return table;
                            }
                        }
                        return null;
                    }

                    /// {@return the table whose calls a buffer tracing kind (also an extended one) reports, or null}
                    ///
                    /// @param kind the number of the kind
                    public static @Nullable ApiTable ofBufferKind(int kind) {
                        for (ApiTable table : ALL) {
                            if (kind != 0 && (table.bufferKind() == kind || table.bufferExtKind() == kind)) {
                                return table;
                            }
                        }
                        return null;
                    }
                """.formatted(all);
    }

    /// Per slot: stack words, size of the result in bytes, index of its first move, and position of its HIP stream;
    /// and all moves.
    private static final class Placements {
        private static final int MAKES_STREAM = 0x8000;
        private static final int ENDS_STREAM = 0x4000;

        final StringBuilder stackWords = new StringBuilder();
        final StringBuilder resultBytes = new StringBuilder();
        final StringBuilder starts = new StringBuilder().append((char) 0);
        final StringBuilder moves = new StringBuilder();
        final StringBuilder streams = new StringBuilder();
        private final CallingConvention convention;

        Placements(CallingConvention convention) {
            this.convention = convention;
        }

        void add(Slot slot) {
            CallingConvention.Placement placement = convention.place(slot);
            stackWords.append((char) placement.stackWords());
            resultBytes.append((char) convention.bytes(slot.result().kind()));
            for (CallingConvention.Move move : placement.moves()) {
                moves.append((char) move.source()).append((char) move.target()).append((char) move.bytes());
            }
            starts.append((char) (moves.length() / 3));
            streams.append((char) stream(slot, placement));
        }

        /// Returns the source of the first stream argument, with a bit if the call creates or destroys that stream;
        /// 0 without one.
        private static int stream(Slot slot, CallingConvention.Placement placement) {
            Args args = slot.args();
            for (int i = 0; args != null && i < slot.params().size(); i++) {
                String type = slot.params().get(i).type();
                int use = type.equals("hipStream_t*")
                        ? MAKES_STREAM
                        : slot.name().equals("hipStreamDestroy") ? ENDS_STREAM : 0;
                if (use != MAKES_STREAM && !type.equals("hipStream_t")) continue;
                int target = args.offsets().get(i);
                for (CallingConvention.Move move : placement.moves())
                    if (move.target() == target) return 1 + move.source() | use;
            }
            return 0;
        }
    }
}
