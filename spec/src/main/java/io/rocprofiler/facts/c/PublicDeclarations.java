package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Sdk;
import io.rocprofiler.facts.model.Struct;
import java.util.ArrayList;
import java.util.List;

/// Collects every type that the SDK's public headers declare.
final class PublicDeclarations {
    private final Facts facts;
    private final Sdk sdk;

    PublicDeclarations(Facts facts) {
        this.facts = facts;
        this.sdk = facts.sdk();
    }

    List<Declaration> all() {
        List<Declaration> result = new ArrayList<>();
        sdk.enums()
                .values()
                .forEach(type -> result.add(new Declaration(
                        type.name(), type.file(), CDeclarations.enumeration(type.name(), type.values()))));
        sdk.typedefs().values().stream()
                .filter(typedef -> typedef.name().startsWith("rocprofiler_"))
                .forEach(typedef -> result.add(new Declaration(
                        typedef.name(),
                        typedef.file(),
                        "typedef %s %s;\n".formatted(CDeclarations.scalar(typedef.kind()), typedef.name()))));
        sdk.structs()
                .values()
                .forEach(struct -> result.add(new Declaration(struct.name(), struct.file(), text(struct))));
        sdk.callbacks()
                .forEach(callback -> result.add(
                        new Declaration(callback.name(), callback.file(), CDeclarations.callback(callback))));
        sdk.aliases().forEach((name, target) -> alias(name, target, result));
        return result;
    }

    private String text(Struct struct) {
        if (struct.fieldsIn().isEmpty()) {
            return CDeclarations.struct(struct);
        }
        Library library = facts.library(struct.fieldsIn().replace(".json", ""));
        return new ArgsUnion(struct, library).text();
    }

    /// Adds an alias. It is declared after the type it names, in the same header.
    private void alias(String name, Kind target, List<Declaration> result) {
        Struct struct = sdk.structs().get(target.reference());
        if (struct != null) {
            result.add(new Declaration(name, struct.file(), "typedef %s %s;\n".formatted(struct.name(), name)));
        }
    }
}
