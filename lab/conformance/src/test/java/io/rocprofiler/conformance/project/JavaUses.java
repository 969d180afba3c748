package io.rocprofiler.conformance.project;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which classes of a module use which others, as their class files say. A class stands for those nested in it.
///
/// Unlike ArchUnit's dependencies, these include the kinds of a sealed type.
///
/// @param uses by a class
/// @param kinds that a sealed class lists, as an enum its constants, and does not use otherwise
record JavaUses(Map<String, Set<String>> uses, Map<String, Set<String>> kinds) {

    private static final Pattern IN_SIGNATURE = Pattern.compile("L(io/rocprofiler/[\\w/$]+)[;<]");

    /// Reads a folder of class files.
    static JavaUses read(Path classes) throws IOException {
        JavaUses read = new JavaUses(new TreeMap<>(), new TreeMap<>());
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files::iterator)
                if (file.toString().matches(".*\\.class") && !file.toString().endsWith("-info.class"))
                    read.add(ClassFile.of().parse(file));
        }
        for (String name : read.uses.keySet()) {
            read.uses.get(name).retainAll(read.uses.keySet());
            read.uses.get(name).remove(name);
            read.kinds.get(name).removeAll(read.uses.get(name));
            read.kinds.get(name).remove(name);
        }
        return read;
    }

    private void add(ClassModel type) {
        Set<String> listed = kinds.computeIfAbsent(outermost(type.thisClass()), _ -> new TreeSet<>());
        Set<String> used = uses.computeIfAbsent(outermost(type.thisClass()), _ -> new TreeSet<>());
        List<ClassEntry> permitted = type.findAttribute(Attributes.permittedSubclasses())
                .map(list -> list.permittedSubclasses())
                .orElse(List.of());
        permitted.forEach(kind -> listed.add(outermost(kind)));
        for (PoolEntry constant : type.constantPool()) {
            if (constant instanceof ClassEntry other && !permitted.contains(other)) used.add(outermost(other));
            if (constant instanceof Utf8Entry text) {
                Matcher names = IN_SIGNATURE.matcher(text.stringValue());
                while (names.find()) used.add(outermost(names.group(1)));
            }
        }
    }

    private static String outermost(ClassEntry type) {
        return outermost(type.asInternalName());
    }

    private static String outermost(String name) {
        return name.replaceFirst("\\$.*", "").replace('/', '.');
    }

    /// Returns the packages that use each other in circles: one set for all that can reach each other.
    List<Set<String>> circlesOfPackages() {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (Map<String, Set<String>> arrows : List.of(uses, kinds))
            arrows.forEach((name, others) -> {
                Set<String> used = packages.computeIfAbsent(packageOf(name), _ -> new TreeSet<>());
                others.forEach(other -> used.add(packageOf(other)));
            });
        packages.forEach((name, used) -> used.remove(name));
        return circles(packages);
    }

    /// Returns the classes that use each other in circles: one set for all that can reach each other.
    List<Set<String>> circlesOfClasses() {
        return circles(uses);
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    static List<Set<String>> circles(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reached = new TreeMap<>();
        for (String name : uses.keySet()) reached.put(name, reachable(name, uses, new TreeSet<>()));
        return uses.keySet().stream()
                .filter(name -> reached.get(name).contains(name))
                .map(name -> {
                    Set<String> circle = new TreeSet<>(reached.get(name));
                    circle.removeIf(other -> !reached.get(other).contains(name));
                    return circle;
                })
                .distinct()
                .toList();
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> uses, Set<String> found) {
        for (String next : uses.get(from)) if (found.add(next)) reachable(next, uses, found);
        return found;
    }
}
