package io.rocprofiler.facts.model;

import java.nio.file.Path;
import java.util.List;

/// All facts the generator works from.
///
/// @param ompt the callbacks of the OpenMP tools interface
/// @param symbolVersions of the libraries that have some
/// @param views what Java tools are shown
/// @param statusMessages by value: what `rocprofiler_get_status_string` answers
public record Facts(
        Sdk sdk,
        Registry registry,
        Roctx roctx,
        List<Library> libraries,
        List<OmptCallback> ompt,
        Layouts nativeLayouts,
        List<NativeCall> nativeCalls,
        Layouts segmentLayouts,
        CTypes types,
        HsaInternals hsaInternals,
        Tracer tracer,
        List<SymbolVersion> symbolVersions,
        List<View> views,
        List<String> statusMessages) {
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
