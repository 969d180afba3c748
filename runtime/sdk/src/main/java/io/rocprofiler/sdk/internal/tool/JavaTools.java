package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.description.Checksum;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.registration.Candidate;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolFinder;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.NativeAccess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ResolvedModule;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Finds tools in Java: service providers of [Tool] on the class path in `ROCPROFILER_JAVA_TOOLS`.
///
/// This class reads the service files instead of `ServiceLoader`: it runs before the program's first ROCm call, and
/// opening one file is ten times faster than a loader that searches everywhere. An entry from which the engine
/// itself was loaded uses the engine's class loader, which the start-up cache supports.
public final class JavaTools implements ToolFinder {
    static final String VARIABLE = "ROCPROFILER_JAVA_TOOLS";

    private static final String SERVICE_FILE = "META-INF/services/io.rocprofiler.sdk.Tool";

    private static volatile boolean foreignTools;

    /// A tool that was found.
    ///
    /// @param name the tool's own name
    public record Found(Tool tool, String name) implements Candidate {
        @Override
        public Client client(int priority, int id, Registration registration) {
            return new JavaClient(priority, id, tool, name, registration);
        }
    }

    @Override
    public List<Candidate> find(NativeAccess c) {
        return List.copyOf(onClassPath(c.variable(VARIABLE)));
    }

    /// Returns all tools that could be created, in class path order; each other one prints one line.
    ///
    /// @param classPath entries separated as in a Java class path; null or empty for none
    static List<Found> onClassPath(@Nullable String classPath) {
        List<Found> found = new ArrayList<>();
        if (classPath == null || classPath.isEmpty()) return found;
        List<Path> entries = existing(classPath);
        ClassLoader engine = JavaTools.class.getClassLoader();
        ClassLoader foreign = null;
        boolean hasForeign = false;
        for (Path entry : entries) {
            List<String> names = providers(entry);
            if (names == null) continue;
            boolean isOwn = isOwn(entry);
            hasForeign |= !isOwn;
            if (names.isEmpty()) continue;
            ClassLoader loader = engine;
            if (!isOwn) {
                if (foreign == null) foreign = loader(entries, engine);
                loader = foreign;
            }
            for (String name : names) load(name, loader, found);
        }
        if (hasForeign && foreign == null) warnOfNone(classPath);
        foreignTools = foreign != null;
        return found;
    }

    /// Whether tools were found that are not the engine's own.
    public static boolean areForeign() {
        return foreignTools;
    }

    private static void warnOfNone(String classPath) {
        Messages.warn(VARIABLE + ": no tool in " + classPath + ": a jar or folder needs " + SERVICE_FILE
                + ", with the names of its classes that implement io.rocprofiler.sdk.Tool");
    }

    private static List<Path> existing(String classPath) {
        List<Path> entries = new ArrayList<>();
        for (Path entry : split(classPath)) {
            if (entry.endsWith("*")) addJars(entry, entries);
            else if (Files.exists(entry)) entries.add(entry);
            else Messages.warn(VARIABLE + ": no such file or directory: " + entry);
        }
        return entries;
    }

    /// Adds all jars of a folder, by name: `folder/*`, as in a Java class path.
    private static void addJars(Path wildcard, List<Path> entries) {
        Path parent = wildcard.getParent();
        File[] files = (parent == null ? Path.of("") : parent)
                .toAbsolutePath()
                .toFile()
                .listFiles();
        if (files == null) {
            Messages.warn(VARIABLE + ": no such directory: " + parent);
            return;
        }
        Arrays.sort(files);
        for (File file : files) if (file.getName().endsWith(".jar")) entries.add(file.toPath());
    }

    private static List<Path> split(String classPath) {
        List<Path> entries = new ArrayList<>();
        int start = 0;
        while (start < classPath.length()) {
            int end = classPath.indexOf(File.pathSeparatorChar, start);
            if (end < 0) end = classPath.length();
            if (end > start) entries.add(Path.of(classPath.substring(start, end)));
            start = end + 1;
        }
        return entries;
    }

    /// Returns the names in an entry's service file; null, with a line, if the entry cannot be read.
    private static @Nullable List<String> providers(Path entry) {
        try {
            if (Files.isDirectory(entry)) {
                Path file = entry.resolve(SERVICE_FILE);
                return Files.exists(file) ? parse(Files.readString(file)) : List.of();
            }
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                ZipEntry file = jar.getEntry(SERVICE_FILE);
                if (file == null) return List.of();
                try (InputStream in = jar.getInputStream(file)) {
                    return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException failure) {
            Messages.warn(VARIABLE + ": cannot read " + entry + ": " + Messages.describe(failure));
            return null;
        }
    }

    /// Parses a service file: one class name per line, comments after `#`.
    private static List<String> parse(String text) {
        List<String> names = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            if (end < 0) end = text.length();
            String line = text.substring(start, end);
            start = end + 1;
            int comment = line.indexOf('#');
            if (comment >= 0) line = line.substring(0, comment);
            line = line.strip();
            if (!line.isEmpty()) names.add(line);
        }
        return names;
    }

    /// Whether the engine's own class loader reads this entry: in the engine's own JVM the engine is on the
    /// application class path; in the program's JVM it is in its own modules, or has its own loader.
    private static boolean isOwn(Path entry) {
        String wanted = real(entry);
        ModuleLayer layer = JavaTools.class.getModule().getLayer();
        if (layer != null) {
            for (ResolvedModule module : layer.configuration().modules())
                if (module.reference()
                        .location()
                        .filter(at -> isFile(at, wanted))
                        .isPresent()) return true;
            return false;
        }
        if (JavaTools.class.getClassLoader() instanceof URLClassLoader engine) {
            for (URL url : engine.getURLs()) if (real(Path.of(url.getPath())).equals(wanted)) return true;
            return false;
        }
        for (Path own : split(System.getProperty("java.class.path", "")))
            if (real(own).equals(wanted)) return true;
        return false;
    }

    private static boolean isFile(URI location, String wanted) {
        return "file".equals(location.getScheme()) && real(Path.of(location)).equals(wanted);
    }

    private static String real(Path path) {
        try {
            return path.toRealPath().toString();
        } catch (IOException _) {
            return path.toString();
        }
    }

    private static ClassLoader loader(List<Path> entries, @Nullable ClassLoader parent) {
        List<URL> urls = new ArrayList<>();
        for (Path entry : entries) {
            try {
                urls.add(entry.toUri().toURL());
            } catch (MalformedURLException failure) {
                Messages.warn(VARIABLE + ": " + Messages.describe(failure));
            }
        }
        URLClassLoader tools = new URLClassLoader("rocprofiler-tools", urls.toArray(new URL[0]), parent);
        // The collector comes this way where the engine is a module of the program's.
        Module engine = JavaTools.class.getModule();
        if (engine.isNamed()) engine.addExports(Checksum.class.getPackageName(), tools.getUnnamedModule());
        return tools;
    }

    private static void load(String className, @Nullable ClassLoader loader, List<Found> found) {
        ClassLoader before = ToolLoader.enter(loader);
        try {
            Object tool =
                    Class.forName(className, true, loader).getConstructor().newInstance();
            if (tool instanceof Tool known) {
                found.add(new Found(known, known.name()));
            } else {
                Messages.warn("tool " + className + " is ignored: it does not implement io.rocprofiler.sdk.Tool");
            }
        } catch (Throwable failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            Messages.warn("tool " + className + " cannot be made and is ignored: " + Messages.describe(cause));
        } finally {
            ToolLoader.leave(before);
        }
    }
}
