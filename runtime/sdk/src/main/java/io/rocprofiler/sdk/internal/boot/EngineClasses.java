package io.rocprofiler.sdk.internal.boot;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The classes that the engine can need, now or late: its own, and those of the ABI that they name. All of them are in
/// the start-up cache, because the jars' descriptors may be closed later: a program that closes descriptors does not
/// distinguish them from its own. Each costs every traced process some 5 KB.
final class EngineClasses {
    private static final String CLASS = ".class";
    private static final String ABI = "io/rocprofiler/abi/";
    private static final String FOR_TESTS = "io/rocprofiler/sdk/testing/";

    /// By name, their files' bytes, each as a character.
    private final Map<String, String> all = new HashMap<>();

    private EngineClasses() {}

    /// Loads them.
    static void load() throws IOException, ClassNotFoundException {
        EngineClasses classes = new EngineClasses();
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator)) classes.read(jar);
        for (String name : classes.needed())
            Class.forName(name.replace('/', '.'), false, EngineClasses.class.getClassLoader());
    }

    private void read(String jar) throws IOException {
        try (ZipFile file = new ZipFile(jar)) {
            for (ZipEntry entry : Collections.list(file.entries())) {
                String name = entry.getName();
                if (!name.endsWith(CLASS) || name.endsWith("-info" + CLASS) || name.startsWith(FOR_TESTS)) continue;
                byte[] bytes = file.getInputStream(entry).readAllBytes();
                all.put(
                        name.substring(0, name.length() - CLASS.length()),
                        new String(bytes, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private Set<String> needed() {
        Set<String> needed = new HashSet<>();
        Deque<String> todo = new ArrayDeque<>();
        for (String name : all.keySet()) if (!name.startsWith(ABI)) todo.add(name);
        while (!todo.isEmpty()) {
            String name = todo.remove();
            String bytes = all.get(name);
            if (bytes != null && needed.add(name)) addNamed(bytes, todo);
        }
        return needed;
    }

    /// Adds the classes of the ABI whose names are in the constants of a class.
    private static void addNamed(String bytes, Deque<String> found) {
        for (int at = bytes.indexOf(ABI); at >= 0; at = bytes.indexOf(ABI, at + 1)) {
            int end = at + ABI.length();
            while (Character.isJavaIdentifierPart(bytes.charAt(end)) || bytes.charAt(end) == '/') end++;
            found.add(bytes.substring(at, end));
        }
    }
}
