package io.rocprofiler.facts.model;

import java.nio.file.Path;
import java.util.List;

/// All facts that the generator reads.
///
/// @param ompt the callbacks of the OpenMP tools interface
/// @param symbolVersions the nodes of libraries with symbol versions
/// @param views the views for Java tools
/// @param statusMessages the texts of `rocprofiler_get_status_string` by value
/// @param serialized what the helpers for C++ write and read of structs
public record Facts(
        Sdk sdk,
        Registry registry,
        Roctx roctx,
        Rocpd rocpd,
        List<Library> libraries,
        List<OmptCallback> ompt,
        Layouts nativeLayouts,
        List<NativeCall> nativeCalls,
        Layouts segmentLayouts,
        Layouts journalLayouts,
        CTypes types,
        HsaInternals hsaInternals,
        Tracer tracer,
        List<SymbolVersion> symbolVersions,
        List<View> views,
        List<String> statusMessages,
        Serialized serialized) {
    public static Facts read(Path directory) {
        return new FactsReader(directory).read();
    }

    public Library library(String name) {
        return libraries.stream()
                .filter(library -> library.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("library=" + name));
    }
}
