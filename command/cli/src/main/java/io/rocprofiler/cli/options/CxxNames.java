package io.rocprofiler.cli.options;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Demangles C++ names with the C++ runtime library. Names stay mangled if the library is not installed or the name
/// is not from C++. Loads the library when it meets the first C++ name.
public final class CxxNames implements UnaryOperator<String> {

    private static final String LIBRARY = "libstdc++.so.6";
    private static final String MANGLED = "_Z"; // the prefix of all C++ names (Itanium C++ ABI)

    private boolean loaded;
    private @Nullable MethodHandle demangle;
    private @Nullable MethodHandle free;

    @Override
    public String apply(String name) {
        if (!name.startsWith(MANGLED)) {
            return name;
        }
        if (!loaded) {
            load();
        }
        MethodHandle demangler = demangle;
        MethodHandle releaser = free;
        return demangler == null || releaser == null ? name : demangled(name, demangler, releaser);
    }

    private void load() {
        loaded = true;
        Linker linker = Linker.nativeLinker();
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(LIBRARY, Arena.global());
            // void free(void* pointer)
            free = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(ADDRESS));
            // char* __cxa_demangle(const char* mangled_name, char* output_buffer, size_t* length, int* status)
            demangle = linker.downcallHandle(
                    symbols.findOrThrow("__cxa_demangle"),
                    FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        } catch (IllegalArgumentException _) {
            // The library is not installed. A NoSuchElementException would mean a different library of that name,
            // which is a defect.
        }
    }

    private static String demangled(String name, MethodHandle demangler, MethodHandle releaser) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            MemorySegment result = (MemorySegment)
                    demangler.invokeExact(arena.allocateFrom(name), MemorySegment.NULL, MemorySegment.NULL, status);
            if (result.address() == 0) {
                return name;
            }
            String text = result.reinterpret(Long.MAX_VALUE).getString(0);
            releaser.invokeExact(result);
            return text;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a C function threw", e);
        }
    }
}
