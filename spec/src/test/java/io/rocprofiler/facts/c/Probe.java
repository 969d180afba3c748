package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import java.util.List;

/// A C file of static assertions, which compare the headers' layouts with those measured in the facts.
final class Probe {
    private final StringBuilder text = new StringBuilder();
    private int assertions;

    Probe(String... includes) {
        text.append("#include <stddef.h>\n");
        for (String include : includes) {
            text.append("#include <").append(include).append(">\n");
        }
        text.append("#ifdef __cplusplus\n#define _Static_assert static_assert\n#endif\n");
    }

    void struct(Struct struct) {
        equal("sizeof(%s)".formatted(struct.name()), struct.size());
        fields(struct.name(), struct.fields(), "");
    }

    private void fields(String struct, List<Field> fields, String prefix) {
        for (Field field : fields) {
            String path = prefix + field.name();
            if (field.bits() == 0 && !field.name().isEmpty()) {
                equal("offsetof(%s, %s)".formatted(struct, path), field.offset());
                equal("sizeof(((%s*)0)->%s)".formatted(struct, path), field.size());
            }
            fields(struct, field.fields(), field.name().isEmpty() ? prefix : path + ".");
        }
    }

    void enumeration(EnumType type) {
        type.values().forEach((name, value) -> equal("(long long)" + name, value));
    }

    /// Asserts the position of each function's arguments in the union of all.
    void arguments(Struct union, Library library) {
        for (Table table : library.tables()) {
            for (Slot slot : table.slots()) {
                if (slot.args() == null) {
                    continue;
                }
                equal("offsetof(%s, %s)".formatted(union.name(), slot.name()), 0);
                for (int i = 0; i < slot.params().size(); i++) {
                    String member = slot.name() + "." + slot.args().names().get(i);
                    equal(
                            "offsetof(%s, %s)".formatted(union.name(), member),
                            slot.args().offsets().get(i));
                }
            }
        }
    }

    void table(Table table, int size) {
        equal("sizeof(%s)".formatted(table.struct()), size);
        table.slots().forEach(slot -> equal("offsetof(%s, %s)".formatted(table.struct(), slot.field()), slot.offset()));
    }

    void equal(String expression, long value) {
        text.append("_Static_assert(%s == %dLL, \"%s\");\n".formatted(expression, value, expression));
        assertions++;
    }

    int assertions() {
        return assertions;
    }

    @Override
    public String toString() {
        return text.append("int main(void) { return 0; }\n").toString();
    }
}
