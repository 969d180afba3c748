package io.rocprofiler.jfr;

import java.lang.instrument.Instrumentation;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// `-javaagent:rocprofiler-jfr.jar`: registers [FlightRecorderTool] before the program's `main`.
///
/// The tool and the engine become named modules in a layer of their own, from the jars beside the agent's, so that
/// native access is granted to the engine alone and not to the program. Whatever fails, one line says so, and the
/// program runs: also in an older JVM, for which this class alone is compiled.
public final class Agent {
    private static final String ENGINE = "io.rocprofiler.sdk";
    private static final String TOOL = "io.rocprofiler.jfr";
    private static final int OLDEST_JAVA = 25;

    private Agent() {}

    /// Called by the JVM before `main`.
    ///
    /// @param options not used
    /// @param jvm opens what grants native access
    public static void premain(String options, Instrumentation jvm) {
        int java = Runtime.version().feature();
        if (java < OLDEST_JAVA) {
            System.err.println("rocprofiler: no GPU events for Flight Recorder: this JVM is Java " + java
                    + ", they need Java " + OLDEST_JAVA + " or newer");
            return;
        }
        try {
            start(jvm);
        } catch (Exception | LinkageError failure) {
            System.err.println("rocprofiler: no GPU events for Flight Recorder: " + cause(failure));
        }
    }

    /// Called by the JVM when the agent is attached later.
    ///
    /// @param options not used
    /// @param jvm opens what grants native access
    public static void agentmain(String options, Instrumentation jvm) {
        premain(options, jvm);
    }

    private static void start(Instrumentation jvm) throws Exception {
        URI jar =
                Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path folder = Objects.requireNonNull(Path.of(jar).toAbsolutePath().getParent(), "a jar is in a folder");
        findInstallation(folder);
        ModuleFinder jars = ModuleFinder.of(
                Path.of(jar), folder.resolve("rocprofiler-sdk.jar"), folder.resolve("rocprofiler-abi.jar"));
        ModuleLayer program = ModuleLayer.boot();
        Configuration modules = program.configuration().resolve(jars, ModuleFinder.of(), Set.of(TOOL));
        ModuleLayer layer = program.defineModulesWithOneLoader(modules, ClassLoader.getSystemClassLoader());
        grantNativeAccess(layer.findModule(ENGINE).orElseThrow(), jvm);
        layer.findLoader(TOOL)
                .loadClass("io.rocprofiler.jfr.Registered")
                .getMethod("register")
                .invoke(null);
    }

    /// Names the installation that the jar is part of, unless the user has named another.
    private static void findInstallation(Path folder) {
        Path home = folder.getParent() == null ? null : folder.getParent().getParent();
        boolean isNamed = System.getProperty("rocprofiler.home") != null || System.getenv("ROCPROFILER_HOME") != null;
        if (!isNamed && home != null && Files.exists(home.resolve("lib/librocprofiler-sdk.so.1")))
            System.setProperty("rocprofiler.home", home.toString());
    }

    /// Does for one module what `--enable-native-access` does, which is no part of an agent's manifest.
    private static void grantNativeAccess(Module engine, Instrumentation jvm) throws ReflectiveOperationException {
        Map<String, Set<Module>> opened = Map.of("java.lang", Set.of(Agent.class.getModule()));
        jvm.redefineModule(Object.class.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
        Method grant = Module.class.getDeclaredMethod("implAddEnableNativeAccess");
        grant.setAccessible(true);
        grant.invoke(engine);
    }

    private static String cause(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
