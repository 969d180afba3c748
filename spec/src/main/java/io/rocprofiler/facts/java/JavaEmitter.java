package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Layouts;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Version;
import io.rocprofiler.facts.output.Output;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes packages `io.rocprofiler.abi`, constants for every layout and enumeration, and `io.rocprofiler.abi.internal`,
/// the tables as data and what the halves of one build share.
public final class JavaEmitter {
    /// Parameter types whose fields the engine itself reads.
    private static final List<String> USED_BY_ENGINE = List.of("hsa_queue_t");

    private final Facts facts;
    private final Output output;
    /// Java class name to the C name it stands for: two C names must not map to the same class.
    private final Map<String, String> written = new HashMap<>();

    private JavaEmitter(Facts facts, Output output) {
        this.facts = facts;
        this.output = output;
    }

    public static void emit(Facts facts, Output output) {
        new JavaEmitter(facts, output).emit();
    }

    private void emit() {
        facts.sdk().structs().values().forEach(this::struct);
        facts.sdk().externalStructs().values().forEach(this::struct);
        facts.registry().structs().values().forEach(this::struct);
        facts.sdk().enums().values().forEach(this::enumType);
        facts.sdk().externalEnums().values().forEach(this::enumType);
        facts.sdk().kernelEnums().values().forEach(this::enumType);
        facts.registry().enums().values().forEach(this::enumType);
        facts.libraries().forEach(this::library);
        USED_BY_ENGINE.forEach(name -> struct(Layout.require(facts.types().structs(), name)));
        layouts("Native", facts.nativeLayouts());
        layouts("Segment", facts.segmentLayouts());
        layouts("Journal", facts.journalLayouts());
        write("SdkFunction", "the exported functions", FunctionEmitter.sdkFunctions(facts));
        write("SdkVersion", "the version", version(facts.sdk().version()));
        write("NativeCalls", "calls", FunctionEmitter.nativeCalls(facts));
        new TableEmitter(facts, this::write).emit();
        new ArgumentTypeEmitter(facts, this::write).emit();
        write("OperationTexts", "operations", OperationEmitter.texts(facts));
        new OperationEnumEmitter(facts, this::write).emit();
        new TracerEmitter(facts, this::write).emit();
    }

    private static String version(Version version) {
        return Source.open().append("""
                        /// The version of AMD's SDK that this build answers: of `rocprofiler_get_version`, of the headers and of the
                        /// packages.
                        public final class SdkVersion {
                            /// `10000 * major + 100 * minor + patch`: ROCm's formula.
                            public static final int NUMBER = %d;

                            public static final String TEXT = "%s";

                            private SdkVersion() {}
                        }
                        """.formatted(version.number(), version)).toString();
    }

    private void library(Library library) {
        Struct container = library.container();
        if (container != null) {
            struct(container);
        }
        library.structs().values().forEach(this::struct);
        library.enums().values().forEach(this::enumType);
    }

    private void layouts(String prefix, Layouts layouts) {
        write(prefix + "Constants", prefix, StructEmitter.constants(prefix, layouts));
        layouts.structs().values().forEach(this::struct);
    }

    private void struct(Struct struct) {
        String type = Names.type(struct.name());
        write(type, struct.name(), StructEmitter.struct(type, struct));
    }

    private void enumType(EnumType type) {
        // The operations of API tables come from the tables (OperationEnumEmitter).
        if (!type.name().endsWith("_api_id_t")) {
            String name = Names.type(type.name());
            write(name, type.name(), EnumEmitter.enumType(name, type, facts.statusMessages()));
        }
    }

    private void write(String type, String source, String text) {
        String before = written.put(type, source);
        if (before == null) {
            AbiPackage home = AbiPackage.of(type);
            output.write(home.path(type), home.place(text));
            for (AbiPackage other : AbiPackage.values()) if (other != home) output.remove(other.path(type));
        } else if (!before.equals(source)) {
            throw new IllegalStateException(type + " stands for both " + before + " and " + source);
        }
    }

    /// Receives generated classes.
    interface Sink {
        void write(String type, String source, String text);
    }
}
