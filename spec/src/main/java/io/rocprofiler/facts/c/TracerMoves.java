package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.ApiArguments.ApiArgument;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Ident;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Result;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Writes how the SDK's payloads become roctracer's: for each id, the SDK's kind and operation, and which bytes
/// go where.
final class TracerMoves {
    private final Facts facts;
    private final Tracer tracer;

    TracerMoves(Facts facts) {
        this.facts = facts;
        this.tracer = facts.tracer();
    }

    String header() {
        return CText.header("rt_moves.h", "The types of rt_hsa_moves.inc and rt_hip_moves.inc.", """
                #include <stdint.h>

                /// Bytes from the arguments of the SDK's payload to hsa_api_data_t or hip_api_data_t, offsets from the start of
                /// either. `pointed`: what the pointer at `from` points at, if it is not NULL, instead of the pointer.
                struct rt_move {
                    uint16_t from, to, bytes;
                    uint16_t pointed;
                };

                /// One function. The SDK's numbers are those of callback tracing; an id that the SDK does not trace has kind 0.
                struct rt_call {
                    uint16_t kind, operation;
                    uint16_t first, count; ///< its moves
                    uint16_t result;       ///< bytes of its result, 0 for none
                };
                """);
    }

    String hsa() {
        return text("hsa", tracer.hsa(), true);
    }

    String hip() {
        return text("hip", tracer.hip(), false);
    }

    private String text(String name, Map<String, ApiArguments> known, boolean copies) {
        String enumeration = name + "_api_id_t";
        int origin = tracer.data(name).arguments();
        Library library = facts.library(name);
        SortedMap<Integer, String> functions = tracer.functions(enumeration);
        List<String> moves = new ArrayList<>();
        CText calls = new CText();
        calls.line("#include \"rt_moves.h\"").blank().line("static const struct rt_call rt_%s_calls[] = {", name);
        tracer.slots(enumeration, library).forEach((id, slot) -> {
            Ident kind = kind(library, slot);
            if (slot.args() == null || kind == null) {
                return;
            }
            int first = moves.size();
            ApiArguments function = known.get(functions.get(id));
            if (function != null) {
                moves.addAll(new Moves(library, origin).of(slot, function, copies));
            }
            calls.line(
                    "    [%d] = {%d, %d, %d, %d, %d}, // %s",
                    id, kind.id(), slot.operation(), first, moves.size() - first, bytes(slot.result()), slot.name());
        });
        calls.line("};").blank().line("static const struct rt_move rt_%s_moves[] = {", name);
        moves.forEach(calls::add);
        return calls.line("};").toString();
    }

    private static @Nullable Ident kind(Library library, Slot slot) {
        return library.tables().stream()
                .filter(table -> table.slots().contains(slot))
                .findFirst()
                .orElseThrow()
                .callbackKind();
    }

    private static int bytes(Result result) {
        return result.kind().scalarBytes();
    }

    /// Collects the moves of one function and merges adjacent ones.
    private final class Moves {
        private final Library library;
        private final int origin;
        private final List<String> result = new ArrayList<>();
        private int from;
        private int to;
        private int end = -1;

        Moves(Library library, int origin) {
            this.library = library;
            this.origin = origin;
        }

        List<String> of(Slot slot, ApiArguments function, boolean copies) {
            List<Integer> sources = Objects.requireNonNull(slot.args()).offsets();
            int parameter = -1;
            for (ApiArgument field : function.fields()) {
                int target = origin + field.offset();
                if (!field.isDereferenced()) {
                    parameter++;
                    move(sources.get(parameter), target, size(field.kind()));
                } else if (copies) {
                    close();
                    result.add("    {%d, %d, %d, 1},".formatted(sources.get(parameter), target, size(field.kind())));
                }
            }
            close();
            return result;
        }

        /// Adds a move. Bytes between two arguments that keep their distance are padding on both sides and are
        /// copied along.
        private void move(int source, int target, int bytes) {
            if (end >= 0 && source - from == target - to && source >= end) {
                end = source + bytes;
                return;
            }
            close();
            from = source;
            to = target;
            end = source + bytes;
        }

        private void close() {
            if (end >= 0) {
                result.add("    {%d, %d, %d, 0},".formatted(from, to, end - from));
            }
            end = -1;
        }

        private int size(Kind kind) {
            return kind.isStruct() ? structSize(kind.reference()) : kind.scalarBytes();
        }

        private int structSize(String name) {
            return library.structs().containsKey(name)
                    ? library.struct(name).size()
                    : Objects.requireNonNull(tracer.argumentStructs().get(name), name)
                            .size();
        }
    }
}
