package io.rocprofiler.cli.doctor;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The examples whose tools the self test runs, and what they have to print on any GPU: what their program does, but
/// not what a runtime does on its own.
enum Example {
    CALLBACK_TRACING(
            "02-callback-tracing", Program.TRANSPOSE, Program.REQUESTS, "(?m)^0 of [1-9]\\d* HIP calls failed$"),
    BUFFERED_TRACING(
            "03-buffered-tracing",
            Program.TRANSPOSE,
            Program.REQUESTS,
            "(?s)(16 hipLaunchKernel.*32 hipMemcpyAsync|10 hipFree.*10 hipMalloc.*10 hipMemset).*"
                    + " 0 end before they start, 0 dropped"),
    EXTERNAL_CORRELATION(
            "04-external-correlation",
            Program.REQUESTS,
            Program.REQUESTS,
            "(?s)12 HIP calls of request 4\n.* 21 HIP calls of wave 2"),
    INTERCEPT_TABLE(
            "05-intercept-table",
            Program.TRANSPOSE,
            Program.REQUESTS,
            "(?s)hipMalloc: (4|10) calls, .*hipFree: \\1 calls, 0 allocations left"),
    CODE_OBJECTS("06-code-objects", Program.TRANSPOSE, Program.REQUESTS, "load code object \\d+"),
    SEVERAL_TOOLS(
            "07-several-tools",
            Program.TRANSPOSE,
            Program.PHASES,
            "C tool: 5 calls entered, 5 returned|Java tool: ([1-9]\\d*) calls entered, \\1 returned"),
    PAUSE_RESUME("08-pause-resume", Program.PHASES, Program.PHASES, "(?s) 3 hipMemset.* 1 pauses"),
    KERNEL_DISPATCH(
            "09-kernel-dispatch",
            Program.TRANSPOSE,
            Program.REQUESTS,
            "(?s)( 16 \\S*transpose\\S* of 16x16x1 work-items.*| [1-9]\\d* \\S+ of .*)"
                    + ", 0 end before they start, 0 dropped"),
    MEMORY_COPY(
            "10-memory-copy",
            Program.TRANSPOSE,
            Program.REQUESTS,
            "(\\d+) copies asked for, \\1 done, 0 with strange times"),
    CXX_NAMES("13-cxx-names", Program.TRANSPOSE, Program.REQUESTS, "HIP_RUNTIME_API hipMalloc\n"),
    CXX_KEYS("14-cxx-keys", Program.TRANSPOSE, Program.REQUESTS, "ROCPROFILER_AGENT_TYPE_GPU");

    /// The programs that the tools are run with.
    enum Program {
        /// Has a kernel of its own, so it is built for each GPU.
        TRANSPOSE("01-matrix-transpose", "transpose", List.of("64", "8")),
        REQUESTS("04-external-correlation", "requests", List.of()),
        PHASES("08-pause-resume", "phases", List.of());

        final String folder;
        final String file;

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        final List<String> arguments;

        Program(String folder, String file, List<String> arguments) {
            this.folder = folder;
            this.file = file;
            this.arguments = arguments;
        }
    }

    /// Those whose tools see work and agents, which HSA tells; all others see calls of HIP.
    private static final Set<Example> OF_HSA = EnumSet.of(CODE_OBJECTS, KERNEL_DISPATCH, MEMORY_COPY, CXX_KEYS);

    /// Those of the tools that ask for them; other programs and tools do not look.
    static final Map<String, String> VARIABLES = Map.of("C_STOPS_AFTER", "5");

    final String folder;
    final Program program;

    /// With which the tool is run where programs cannot have kernels of their own.
    final Program withoutKernels;

    final Pattern expected;

    Example(String folder, Program program, Program withoutKernels, String expected) {
        this.folder = folder;
        this.program = program;
        this.withoutKernels = withoutKernels;
        this.expected = Pattern.compile(expected);
    }

    boolean needsHip() {
        return !OF_HSA.contains(this);
    }
}
