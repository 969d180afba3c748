package io.rocprofiler.sdk.internal.boot;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Loads the engine as named modules in the program's own JVM. Native access is granted to modules, and all unnamed
/// modules share one grant, which only the program can give or refuse.
///
/// The native library loads this class alone, from the engine's jars, and loads the engine with it.
final class EngineLayer {
    private EngineLayer() {}

    /// Returns [Boot], loaded in a named module.
    ///
    /// @param classPath the engine's jars, separated as in a class path
    /// @throws java.lang.module.ResolutionException or another exception if this JVM cannot define these modules
    static Class<?> boot(String classPath) throws ClassNotFoundException {
        List<Path> jars = new ArrayList<>();
        for (String jar : classPath.split(File.pathSeparator, -1)) jars.add(Path.of(jar));
        ModuleFinder engine = ModuleFinder.of(jars.toArray(new Path[0]));
        Set<String> names = new HashSet<>();
        for (ModuleReference module : engine.findAll())
            names.add(module.descriptor().name());
        ModuleLayer program = ModuleLayer.boot();
        Configuration configuration = program.configuration().resolve(engine, ModuleFinder.of(), names);
        ModuleLayer layer = program.defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader());
        return layer.findLoader("io.rocprofiler.sdk").loadClass("io.rocprofiler.sdk.internal.boot.Boot");
    }
}
