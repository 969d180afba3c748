package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A runtime library that owns API tables: hip, hsa, roctx, rccl, rocdecode, rocjpeg, rocshmem, hipfile.
///
/// @param container HSA's table of tables; null elsewhere
/// @param rangeOperations the operations of ROC-TX's core ranges; empty elsewhere
public record Library(
        String name,
        List<Table> tables,
        @Nullable Struct container,
        List<RangeOperation> rangeOperations,
        Map<String, Struct> structs,
        Map<String, EnumType> enums) {
    public Struct struct(String name) {
        return Objects.requireNonNull(structs.get(name), name);
    }

    public EnumType enumeration(String name) {
        return Objects.requireNonNull(enums.get(name), name);
    }

    public Table table(String struct) {
        return tables.stream()
                .filter(table -> table.struct().equals(struct))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("table=" + struct));
    }
}
