package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.SourceTree;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The exported packages of a module offer exactly the API in its file in `src/test/api`, one line per type or
/// member. A change of the public API is thus visible in review; a removed line is a program that no longer
/// compiles or links.
///
/// To accept a change: run this test with `-Dapi.accept=true`, and review the output of `git diff`.
final class PublicApiTest {

    private static final int VISIBLE = Modifier.PUBLIC | Modifier.PROTECTED;
    private static final int SHOWN =
            VISIBLE | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT | Modifier.INTERFACE;

    private static final String HOW =
            "run PublicApiTest with -Dapi.accept=true and commit lab/conformance/src/test/api";

    private final Path runtime = SourceTree.ROOT.resolve("runtime");

    @ParameterizedTest
    @MethodSource("io.rocprofiler.conformance.PublishedModules#all")
    void a_module_offers_what_its_file_says(String module) throws IOException, ClassNotFoundException {
        Path file = SourceTree.ROOT.resolve("lab/conformance/src/test/api/" + module + ".txt");
        Set<String> api = api(module);
        if (Boolean.getBoolean("api.accept")) {
            Files.createDirectories(file.getParent());
            Files.write(file, api);
        }
        Set<String> known = Set.copyOf(Files.readAllLines(file));
        assertThat(minus(known, api))
                .as("gone from the public API of %s: programs that use it break. If that is meant, %s", module, HOW)
                .isEmpty();
        assertThat(minus(api, known))
                .as("new in the public API of %s: for good, so %s", module, HOW)
                .isEmpty();
    }

    private static Set<String> minus(Set<String> all, Set<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private Set<String> api(String module) throws IOException, ClassNotFoundException {
        Path classes = classes(module);
        List<URL> path = new ArrayList<>();
        for (Path ours : List.of(classes, classes("abi"), classes("sdk")))
            path.add(ours.toUri().toURL());
        for (Path library : libraries()) path.add(library.toUri().toURL());
        Set<String> lines = new TreeSet<>();
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            for (String name : types(classes)) {
                Class<?> type = Class.forName(name, false, loader);
                if (isOffered(type)) describe(type, lines);
            }
        }
        return lines;
    }

    /// What signatures name and is not ours: Micrometer, OpenTelemetry.
    private static List<Path> libraries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(entry -> entry.toString().endsWith(".jar")
                        && !entry.getFileName().toString().startsWith("rocprofiler-"))
                .toList();
    }

    private Path classes(String module) {
        return runtime.resolve(module).resolve("target/classes");
    }

    /// Returns the types in packages that the module exports to all modules.
    private static List<String> types(Path classes) throws IOException {
        ModuleDescriptor module =
                ModuleFinder.of(classes).findAll().iterator().next().descriptor();
        List<String> names = new ArrayList<>();
        for (ModuleDescriptor.Exports exported : module.exports()) {
            if (exported.isQualified()) continue;
            try (Stream<Path> files =
                    Files.list(classes.resolve(exported.source().replace('.', '/')))) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
                        .map(file -> exported.source() + "." + file.substring(0, file.length() - ".class".length()))
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static boolean isOffered(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isVisible(type.getModifiers()) && !type.isAnonymousClass() && (outer == null || isOffered(outer));
    }

    private static boolean isVisible(int modifiers) {
        return (modifiers & VISIBLE) != 0;
    }

    private static void describe(Class<?> type, Set<String> lines) {
        lines.add(type.getName() + " : " + Modifier.toString(type.getModifiers() & SHOWN) + parents(type));
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                lines.add(member(type, field.getModifiers(), field)
                        + field.getGenericType().getTypeName() + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers()) && !constructor.isSynthetic()) {
                lines.add(member(type, constructor.getModifiers(), constructor) + "new" + parameters(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
                lines.add(member(type, method.getModifiers(), method)
                        + method.getGenericReturnType().getTypeName() + " " + method.getName() + parameters(method));
            }
        }
    }

    private static String member(Class<?> type, int modifiers, AnnotatedElement element) {
        String deprecated = element.isAnnotationPresent(Deprecated.class) ? "deprecated " : "";
        return type.getName() + "#" + deprecated + Modifier.toString(modifiers & SHOWN) + " ";
    }

    private static String parents(Class<?> type) {
        Stream<Type> parents = Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()));
        String sealed = type.isSealed() ? " sealed" : "";
        return sealed + parents.map(Type::getTypeName).collect(Collectors.joining(", ", " is ", ""));
    }

    private static String parameters(Executable executable) {
        String thrown = Arrays.stream(executable.getGenericExceptionTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", "));
        return Arrays.stream(executable.getGenericParameterTypes())
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }
}
