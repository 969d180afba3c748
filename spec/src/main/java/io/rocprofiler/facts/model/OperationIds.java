package io.rocprofiler.facts.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The enumerations of tables' operations, `rocprofiler_*_api_id_t`: after the enumerators that the SDK's release has
/// come those of functions that later releases appended, and at the end `LAST`.
final class OperationIds {
    private static final String MARK = "_API_ID_";
    private static final String NONE = "NONE";
    private static final String LAST = "LAST";

    private OperationIds() {}

    /// Returns all enumerations, those of operations complete.
    static Map<String, EnumType> complete(Map<String, EnumType> enums, List<Library> libraries) {
        Map<String, EnumType> complete = new LinkedHashMap<>(enums);
        for (Library library : libraries) {
            for (Table table : library.tables()) {
                if (table.callbackKind() == null) continue;
                String first = table.slots().getFirst().operationName();
                String prefix = first.substring(0, first.indexOf(MARK) + MARK.length());
                complete.replaceAll((name, type) ->
                        type.values().containsKey(prefix + NONE) ? complete(type, prefix, table) : type);
            }
        }
        return complete;
    }

    private static EnumType complete(EnumType type, String prefix, Table table) {
        Map<String, Long> values = new LinkedHashMap<>(type.values());
        values.remove(prefix + LAST);
        long last = 0;
        for (Slot slot : table.slots()) {
            if (slot.operation() < 0) continue;
            Long known = values.putIfAbsent(slot.operationName(), (long) slot.operation());
            if (known != null && known != slot.operation()) throw new IllegalStateException(slot.operationName());
            last = Math.max(last, slot.operation() + 1L);
        }
        values.put(prefix + LAST, last);
        return new EnumType(type.name(), type.file(), type.kind(), values, type.later());
    }
}
