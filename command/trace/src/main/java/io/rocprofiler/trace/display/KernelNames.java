package io.rocprofiler.trace.display;

import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.KernelSymbol;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Formats kernel names. Caches each formatted name. Not thread safe.
public final class KernelNames {

    private static final String DESCRIPTOR = ".kd"; // suffix that the compiler appends to a kernel descriptor's name

    /// The style of kernel names.
    ///
    /// @param mangled the compiler's mangled name
    /// @param truncated the bare function name, without namespace, template or function arguments
    /// @param renamed by the range in which the kernel was launched
    public record Style(boolean mangled, boolean truncated, boolean renamed) {

        public static final Style PLAIN = new Style(false, false, false);
    }

    private final Style style;
    private final UnaryOperator<String> demangler;
    private final Map<String, String> demangled = new HashMap<>();
    private final Map<String, String> formatted = new HashMap<>();

    /// @param demangler returns names it does not understand unchanged
    public KernelNames(Style style, UnaryOperator<String> demangler) {
        this.style = style;
        this.demangler = demangler;
    }

    public Style style() {
        return style;
    }

    /// Returns the kernel's name in this style, ignoring ranges.
    public String formatted(KernelSymbol kernel) {
        return formatted(kernel.name());
    }

    /// Returns a mangled name in this style. As in AMD's output (`format_name` of rocprofiler-sdk 1.0.0), only a
    /// mangled one keeps the suffix of descriptors, and a truncated one is never mangled.
    public String formatted(String mangled) {
        return formatted.computeIfAbsent(mangled, name -> {
            if (style.truncated()) {
                return truncate(demangler.apply(plain(name)));
            }
            return style.mangled() ? name : demangler.apply(plain(name));
        });
    }

    /// Returns the whole name without mangling, whatever the style: a descriptor's ends with ` [clone .kd]`, or with
    /// `.kd` if it is not from C++.
    public String demangled(String mangled) {
        return demangled.computeIfAbsent(mangled, demangler);
    }

    public String truncated(String mangled) {
        return truncate(demangled(mangled));
    }

    /// Returns the name of a dispatched kernel, ignoring ranges; `kernel 7` if no code object describes the kernel.
    public String formatted(DispatchRecord dispatch) {
        KernelSymbol kernel = dispatch.kernel();
        return kernel == null ? "kernel " + Long.toUnsignedString(dispatch.kernelId()) : formatted(kernel);
    }

    /// The name shown for a dispatch.
    public String of(DispatchRecord dispatch) {
        String range = style.renamed() && dispatch.externalId() != 0
                ? dispatch.process().rename(dispatch.externalId())
                : null;
        return range == null ? formatted(dispatch) : range;
    }

    private static String plain(String name) {
        return name.endsWith(DESCRIPTOR) ? name.substring(0, name.length() - DESCRIPTOR.length()) : name;
    }

    /// Truncates `void a::b<int>::f<2>(float*) [clone .x]` to `f`: drops bracketed groups from the end, then takes
    /// the text after the last space or colon.
    static String truncate(String name) {
        int end = name.length();
        while (end > 0) {
            char last = name.charAt(end - 1);
            if (last == ')' || last == '>' || last == ']') {
                end = opening(name, end - 1);
            } else if (last == ' ') {
                end--;
            } else {
                break;
            }
        }
        int start = end;
        while (start > 0 && name.charAt(start - 1) != ' ' && name.charAt(start - 1) != ':') {
            start--;
        }
        return start == end ? name : name.substring(start, end);
    }

    /// Returns the index of the bracket that matches the one at `closing`, 0 if there is none.
    private static int opening(String name, int closing) {
        char close = name.charAt(closing);
        char open = close == ')' ? '(' : close == '>' ? '<' : '[';
        int depth = 0;
        for (int i = closing; i >= 0; i--) {
            char c = name.charAt(i);
            depth += c == close ? 1 : c == open ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return 0;
    }
}
