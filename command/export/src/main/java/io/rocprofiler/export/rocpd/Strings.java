package io.rocprofiler.export.rocpd;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.export.text.KindNames;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.KernelNames;
import io.rocprofiler.trace.kind.Names;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The texts to which rows refer by number: sorted ones, then those found while records are read, then messages
/// of markers.
final class Strings {

    /// The maximum number of distinct messages. Events contain their messages; this table repeats them for queries
    /// that look for texts in one place. [#MOST_CHARACTERS] limits their total length.
    private static final int MOST_MESSAGES = 100_000;

    private static final long MOST_CHARACTERS = 16 << 20;

    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final Set<String> messages = new HashSet<>();
    private long characters;

    Strings(ProcessTrace process, KernelNames names) {
        Set<String> sorted = new TreeSet<>();
        sorted.add("");
        for (AgentInfo agent : process.agents()) {
            sorted.add(agent.text("name"));
        }
        for (BufferTracingKind kind : BufferTracingKind.values()) {
            sorted.add(kind.name());
            sorted.add(KindNames.shown(kind.value()));
            sorted.addAll(Names.operations(kind));
        }
        for (KernelSymbol kernel : process.kernels()) {
            sorted.add(kernel.name());
            sorted.add(names.formatted(kernel));
        }
        for (CodeObject code : process.codeObjects()) {
            sorted.add(code.uri());
        }
        sorted.forEach(this::number);
    }

    /// Returns the number of a text, from 1.
    int number(String text) {
        Integer known = numbers.get(text);
        if (known == null) {
            known = numbers.size() + 1;
            numbers.put(text, known);
        }
        return known;
    }

    void message(String text) {
        if (messages.size() < MOST_MESSAGES && characters < MOST_CHARACTERS && messages.add(text)) {
            characters += text.length();
        }
    }

    /// All texts in the order of their numbers.
    Iterable<String> all() {
        new TreeSet<>(messages).forEach(this::number);
        messages.clear();
        return numbers.keySet();
    }
}
