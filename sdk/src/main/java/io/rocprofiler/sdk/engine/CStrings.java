package io.rocprofiler.sdk.engine;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// C strings that C code may keep for the rest of the process, and C strings that C code hands us.
///
/// Thread rule: any thread.
final class CStrings {
    // Lifetime: C tools keep pointers to names; nothing ever frees them.
    private static final Arena PROCESS = Arena.global();
    private static final ConcurrentHashMap<String, Long> INTERNED = new ConcurrentHashMap<>();

    private CStrings() {}

    /// The address of a C string with this text: the same for the same text, valid for ever.
    static long intern(String text) {
        Long known = INTERNED.get(text);
        if (known != null) return known;
        long address = PROCESS.allocateFrom(text).address();
        Long earlier = INTERNED.putIfAbsent(text, address);
        return earlier == null ? address : earlier;
    }

    /// The length of the text in bytes, as `strlen` of its C form.
    static int lengthBytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// The text at an address that C vouches for; null for a null pointer.
    static @Nullable String read(long address, int maxBytes) {
        if (address == 0) return null;
        byte[] bytes = new byte[length(address, maxBytes)];
        for (int i = 0; i < bytes.length; i++) bytes[i] = Memory.getByte(address + i);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Bytes before the terminating zero, at most `maxBytes`; 0 for a null pointer.
    static int length(long address, int maxBytes) {
        if (address == 0) return 0;
        int length = 0;
        while (length < maxBytes && Memory.getByte(address + length) != 0) length++;
        return length;
    }
}
