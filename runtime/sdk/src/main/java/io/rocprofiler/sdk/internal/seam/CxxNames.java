package io.rocprofiler.sdk.internal.seam;

import java.lang.foreign.Arena;

/// Demangles C++ names with the program's own C++ runtime library, if it has one: HIP's is in C++. It is never loaded
/// for this.
///
/// Thread rule: any thread.
public final class CxxNames {
    private static final String LIBRARY = "libstdc++.so.6";
    private static final String MANGLED = "_Z"; // the prefix of all C++ names (Itanium C++ ABI)
    private static final int MAX_BYTES = 1 << 20;

    private CxxNames() {}

    /// Returns the name as in the source; a name that is not C++'s, and any without the library, as it is.
    public static String demangle(String name) {
        if (!name.startsWith(MANGLED)) return name;
        long function = Native.loadedFunction(LIBRARY, "__cxa_demangle");
        if (function == 0) return name;
        try (Arena arena = Arena.ofConfined()) {
            long status = arena.allocate(Long.BYTES, Long.BYTES).address();
            // char* __cxa_demangle(const char* mangled_name, char* output_buffer, size_t* length, int* status)
            long text = Native.invoke(function, arena.allocateFrom(name).address(), 0, 0, status, 0, 0);
            if (text == 0) return name;
            String demangled = CStrings.read(text, MAX_BYTES);
            Native.free(text);
            return demangled == null ? name : demangled;
        }
    }
}
