package io.rocprofiler.facts.java;

import java.util.Set;

/// The packages of generated classes: what tools may use, and what only this build uses.
enum AbiPackage {
    /// Tables and their texts, layouts that the Java and C halves of the engine share, the trace segment's and
    /// the journal's.
    INTERNAL("io.rocprofiler.abi.internal", ""),

    /// AMD's layouts and enumerations. Uses [#INTERNAL].
    PUBLIC("io.rocprofiler.abi", ""),

    /// Lookups in [#PUBLIC] that only this build needs.
    NAMES("io.rocprofiler.abi.internal.names", "import io.rocprofiler.abi.*;\n\n");

    /// What the names of our own layouts begin with.
    private static final Set<String> SHARED = Set.of("Native", "Segment", "Journal");

    private static final Set<String> NAMED = Set.of(
            "ApiTables",
            "ApiTexts",
            "ArgumentTypeText",
            "HipCompilerApiId",
            "HsaAmdExtApiId",
            "HsaCoreApiId",
            "HsaToolsApiId",
            "MarkerCoreApiId",
            "SdkFunction",
            "SdkVersion");

    private final String packageName;
    private final String imports;

    AbiPackage(String packageName, String imports) {
        this.packageName = packageName;
        this.imports = imports;
    }

    static AbiPackage of(String type) {
        if (type.equals("EnumNames")) return NAMES;
        boolean isShared = SHARED.stream().anyMatch(type::startsWith);
        boolean isText = type.endsWith("Text") || type.endsWith("Texts");
        return isShared || isText || NAMED.contains(type) ? INTERNAL : PUBLIC;
    }

    String path(String type) {
        return packageName.replace('.', '/') + "/" + type + ".java";
    }

    /// Returns the source of a class that was written for [#PUBLIC], in this package.
    String place(String source) {
        String head = "package " + PUBLIC.packageName + ";\n\n";
        return source.replace(head, "package " + packageName + ";\n\n" + imports);
    }
}
