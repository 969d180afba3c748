package io.rocprofiler.trace.display;

import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.KernelSymbol;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// How kernels are named. Each name is worked out once. Not thread safe.
public final class KernelNames {

    private static final String DESCRIPTOR = ".kd"; // what the compiler adds to the name of a kernel's descriptor

    /// What names are made of.
    ///
    /// @param mangled as the compiler named it
    /// @param truncated the function's own name: no namespace, template or function arguments
    /// @param renamed by the range that the kernel was launched in
    public record Style(boolean mangled, boolean truncated, boolean renamed) {

        public static final Style PLAIN = new Style(false, false, false);
    }

    private final Style style;
    private final UnaryOperator<String> demangler;
    private final Map<String, String> demangled = new HashMap<>();
    private final Map<String, String> formatted = new HashMap<>();

    /// @param demangler gives back what it does not understand
    public KernelNames(Style style, UnaryOperator<String> demangler) {
        this.style = style;
        this.demangler = demangler;
    }

    public Style style() {
        return style;
    }

    /// As the style has it, without the range.
    public String formatted(KernelSymbol kernel) {
        return formatted.computeIfAbsent(kernel.name(), name -> {
            if (style.mangled()) {
                return plain(name);
            }
            return style.truncated() ? truncate(demangled(kernel)) : demangled(kernel);
        });
    }

    public String demangled(KernelSymbol kernel) {
        return demangled.computeIfAbsent(kernel.name(), name -> demangler.apply(plain(name)));
    }

    public String truncated(KernelSymbol kernel) {
        return truncate(demangled(kernel));
    }

    /// Of a dispatch, without the range; `kernel 7` where no code object says more.
    public String formatted(DispatchRecord dispatch) {
        KernelSymbol kernel = dispatch.kernel();
        return kernel == null ? "kernel " + Long.toUnsignedString(dispatch.kernelId()) : formatted(kernel);
    }

    /// What is shown for a dispatch.
    public String of(DispatchRecord dispatch) {
        String range = style.renamed() && dispatch.externalId() != 0
                ? dispatch.process().rename(dispatch.externalId())
                : null;
        return range == null ? formatted(dispatch) : range;
    }

    private static String plain(String name) {
        return name.endsWith(DESCRIPTOR) ? name.substring(0, name.length() - DESCRIPTOR.length()) : name;
    }

    /// `void a::b<int>::f<2>(float*) [clone .x]` is `f`: from the end, groups in brackets are left out, then the name
    /// goes
    /// to the next space or colon.
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

    /// The place of the bracket that the one at `closing` ends, 0 if there is none.
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
