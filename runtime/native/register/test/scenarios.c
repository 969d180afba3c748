// What a program prints with and without tools, wrapped or not, secure or not.
#include "../../test/scenario.h"

#define PLAIN_HIP "[hsa] for hip\n[hip] one\n[roctx] two\n[hip] three\n"
#define TRACED_HIP \
    "hsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[hsa] for hip\n" \
    "hip :: 60001 :: 0 :: 1\n[hip] identifier 8\n[hip] one\n" \
    "roctx :: 40601 :: 0 :: 3\n[roctx] identifier 16\n[roctx] two\n[hip] three\n"
#define WRAPPED_HIP \
    "hsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[sdk] hsa(for hip)\n[hsa] for hip\n" \
    "hip :: 60001 :: 0 :: 1\n[hip] identifier 8\n[sdk] hip(one)\n[hip] one\n" \
    "roctx :: 40601 :: 0 :: 3\n[roctx] identifier 16\n[sdk] roctx(two)\n[roctx] two\n[sdk] hip(three)\n[hip] three\n"
#define TRACED_THREADS \
    "hsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[sdk] hsa(for hip)\n[hsa] for hip\n" \
    "hip :: 60001 :: 0 :: 1\n[hip] identifier 8\n" \
    "roctx :: 40601 :: 0 :: 3\n[roctx] identifier 16\n" \
    "rccl :: 22005 :: 0 :: 1\n[rccl] identifier 32\n" FOUR("[sdk] hip(call)\n") FOUR("[hip] call\n") \
        FOUR("[sdk] roctx(call)\n") FOUR("[roctx] call\n") FOUR("[sdk] rccl(call)\n") FOUR("[rccl] call\n")
#define FOUR(x) x x x x
#define PLAIN_THREADS "[hsa] for hip\n" FOUR("[hip] call\n") FOUR("[roctx] call\n") FOUR("[rccl] call\n")
#define TRACED_ALL \
    "hsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[hsa] for hip\n" \
    "hip :: 60001 :: 0 :: 1\n[hip] identifier 8\n[hip] hip\n" \
    "roctx :: 40601 :: 0 :: 3\n[roctx] identifier 16\n[roctx] roctx\n" \
    "hip_compiler :: 60001 :: 0 :: 1\n[hip_compiler] identifier 24\n[hip_compiler] hip_compiler\n" \
    "rccl :: 22005 :: 0 :: 1\n[rccl] identifier 32\n[rccl] rccl\n" \
    "rocdecode :: 600 :: 0 :: 1\n[rocdecode] identifier 40\n[rocdecode] rocdecode\n" \
    "rocjpeg :: 300 :: 0 :: 1\n[rocjpeg] identifier 48\n[rocjpeg] rocjpeg\n" \
    "rocattach :: 10000 :: 0 :: 1\n[rocattach] identifier 56\n[rocattach] rocattach\n" \
    "hipFile :: 300 :: 0 :: 1\n[hipFile] identifier 64\n[hipFile] hipFile\n" \
    "rocshmem :: 300 :: 0 :: 1\n[rocshmem] identifier 72\n[rocshmem] rocshmem\n"

#define PRELOADED "LD_PRELOAD=@/libgeneric-tool.so"
#define NAMED "ROCP_TOOL_LIBRARIES=libgeneric-tool.so"
#define FORCED "ROCPROFILER_REGISTER_FORCE_LOAD=1"
#define SECURE "ROCPROFILER_REGISTER_SECURE=true"
#define WRAP "MOCK_SDK_WRAP=1"
#define PLAIN "LD_LIBRARY_PATH=@/plain:@"

// Unformatted: clang-format takes text in braces in a macro for code.
// clang-format off

// Each way to build the program behaves alike in each environment that brings a tool, and in those without.
#define PROGRAM(file, title) \
    {.name = title ", no tool", .program = {file, "hip"}, .out = PLAIN_HIP}, \
    {.name = title ", tool preloaded", .program = {file, "hip"}, .environment = {PRELOADED}, .out = TRACED_HIP}, \
    {.name = title ", tool named", .program = {file, "hip"}, .environment = {NAMED}, .out = TRACED_HIP}, \
    {.name = title ", tool preloaded, wrapped", .program = {file, "hip"}, .environment = {PRELOADED, WRAP}, .out = WRAPPED_HIP}, \
    {.name = title ", tool named, wrapped", .program = {file, "hip"}, .environment = {NAMED, WRAP}, .out = WRAPPED_HIP}, \
    {.name = title ", nothing but the wish to wrap", .program = {file, "hip"}, .environment = {WRAP}, .out = PLAIN_HIP}, \
    {.name = title ", four threads, no tool", .program = {file, "threads"}, .out = PLAIN_THREADS, .sorted = true}, \
    {.name = title ", four threads", .program = {file, "threads"}, .environment = {NAMED, WRAP}, .out = TRACED_THREADS, .sorted = true}

#define BUILT_IN(file, title) \
    {.name = title ", its tool needs no environment", .program = {file, "hip"}, .out = TRACED_HIP}, \
    {.name = title ", wrapped", .program = {file, "hip"}, .environment = {WRAP}, .out = WRAPPED_HIP}, \
    {.name = title ", four threads", .program = {file, "threads"}, .environment = {WRAP}, .out = TRACED_THREADS, .sorted = true}

// Each of the libraries' eight instances is registered once.
#define CROWD "80 handles, 80 refused\n"
#define EIGHT(name) \
    name " :: 7 :: 0 :: 1\n" name " :: 7 :: 1 :: 1\n" name " :: 7 :: 2 :: 1\n" name " :: 7 :: 3 :: 1\n" \
    name " :: 7 :: 4 :: 1\n" name " :: 7 :: 5 :: 1\n" name " :: 7 :: 6 :: 1\n" name " :: 7 :: 7 :: 1\n"
#define TOLD_CROWD \
    CROWD EIGHT("hip") EIGHT("hipFile") EIGHT("hip_compiler") EIGHT("hsa") EIGHT("rccl") EIGHT("rocattach") EIGHT("rocdecode") \
        EIGHT("rocjpeg") EIGHT("rocshmem") EIGHT("roctx")
// clang-format on

static const struct scenario scenarios[] = {
    PROGRAM("./linked", "linked runtimes"),
    PROGRAM("./opened", "opened runtimes"),
    BUILT_IN("./linked-tool", "tool linked in"),
    BUILT_IN("./linked-tool-sdk", "tool and SDK linked in"),
    BUILT_IN("./opened-tool", "opened runtimes, tool linked in"),
    {.name = "all libraries have their identifiers",
     .program = {"./linked", "all"},
     .environment = {NAMED},
     .out = TRACED_ALL},
    {.name = "all libraries pass the secure check",
     .program = {"./linked", "all"},
     .environment = {NAMED, SECURE},
     .out = TRACED_ALL},
    {.name = "a version behind a development link passes the secure check",
     .program = {"./link-name", "hsa"},
     .environment = {NAMED, SECURE},
     .out = "hsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[hsa] call\n"},
    {.name = "a wrong file name fails in secure mode",
     .program = {"./wrong-file", "hsa"},
     .environment = {NAMED, SECURE},
     .out = "[hsa] Invalid API address (secure mode enabled)\n[hsa] call\n"},
    {.name = "a wrong file name fails in secure mode without a tool",
     .program = {"./wrong-file", "hsa"},
     .environment = {SECURE},
     .out = "[hsa] Invalid API address (secure mode enabled)\n[hsa] call\n"},
    {.name = "a wrong major version fails in secure mode",
     .program = {"./wrong-version", "hsa"},
     .environment = {NAMED, SECURE},
     .out = "[hsa] Invalid API address (secure mode enabled)\n[hsa] call\n"},
    {.name = "another library's import function fails in secure mode",
     .program = {"./wrong-import", "hsa"},
     .environment = {NAMED, SECURE},
     .out = "[rocjpeg] Invalid API address (secure mode enabled)\n[rocjpeg] call\n"},
    {.name = "a wrong file name passes otherwise",
     .program = {"./wrong-file", "hsa"},
     .environment = {NAMED},
     .out = "hsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[hsa] call\n"},

    {.name = "before main, no tool", .program = {"./before-main", "hip"}, .out = PLAIN_HIP "main\n[hip] in main\n"},
    {.name = "before main",
     .program = {"./before-main", "hip"},
     .environment = {PRELOADED},
     .out = TRACED_HIP "main\n[hip] in main\n"},
    {.name = "before main, wrapped",
     .program = {"./before-main", "hip"},
     .environment = {NAMED, WRAP},
     .out = WRAPPED_HIP "main\n[sdk] hip(in main)\n[hip] in main\n"},
    {.name = "before main, four threads",
     .program = {"./before-main", "threads"},
     .environment = {NAMED, WRAP},
     .out = TRACED_THREADS "main\n[sdk] hip(in main)\n[hip] in main\n",
     .sorted = true},

    {.name = "the SDK is loaded by force", .program = {"./linked", "hip"}, .environment = {FORCED}, .out = TRACED_HIP},
    {.name = "force counts more than a named tool",
     .program = {"./linked", "hip"},
     .environment = {NAMED, "ROCPROFILER_REGISTER_FORCE_LOAD=off"},
     .out = PLAIN_HIP},
    {.name = "a Java tool is a tool",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_JAVA_TOOLS=tool.jar"},
     .out = TRACED_HIP},
    {.name = "empty variables count as unset",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_JAVA_TOOLS=", "ROCP_TOOL_LIBRARIES=", "ROCPROFILER_REGISTER_LIBRARY=",
                     "ROCPROFILER_REGISTER_FORCE_LOAD=", "ROCPROFILER_REGISTER_ENABLED=",
                     "ROCPROFILER_REGISTER_SECURE="},
     .out = PLAIN_HIP},
    {.name = "switched off",
     .program = {"./linked", "hip"},
     .environment = {NAMED, "ROCPROFILER_REGISTER_ENABLED=0"},
     .out = PLAIN_HIP},
    {.name = "the SDK by file name",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_REGISTER_LIBRARY=libother-sdk.so", SECURE},
     .out = TRACED_HIP},
    {.name = "the SDK by absolute path",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_REGISTER_LIBRARY=@/sibling/libsibling-sdk.so", SECURE},
     .out = TRACED_HIP},
    {.name = "the SDK by soname alone",
     .program = {"./linked", "hip"},
     .environment = {FORCED, "LD_LIBRARY_PATH=@/soname:@"},
     .out = TRACED_HIP},
    {.name = "the SDK beside this library",
     .program = {"./linked", "hip"},
     .environment = {"LD_PRELOAD=@/sibling/librocprofiler-register.so.0",
                     "ROCPROFILER_REGISTER_LIBRARY=/nowhere/libsibling-sdk.so"},
     .out = TRACED_HIP},
    {.name = "the SDK by the last part of a path",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_REGISTER_LIBRARY=/nowhere/libother-sdk.so"},
     .out = TRACED_HIP},
    {.name = "a missing SDK is one line",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_REGISTER_LIBRARY=/nowhere/libmissing.so"},
     .out = PLAIN_HIP,
     .error = "rocprofiler-register: a profiling tool is present but /nowhere/libmissing.so cannot be loaded"},
    {.name = "a library without entry point is one line",
     .program = {"./linked", "hip"},
     .environment = {"ROCPROFILER_REGISTER_LIBRARY=libnot-an-sdk.so"},
     .out = PLAIN_HIP,
     .error = "libnot-an-sdk.so has no rocprofiler_set_api_table"},

    {.name = "two threads register at once",
     .program = {"./linked", "two"},
     .environment = {NAMED, "MOCK_SDK_TOGETHER=2"},
     .out =
         "hsa :: 20100 :: 0 :: 1\nroctx :: 40601 :: 0 :: 3\n[hsa] identifier 0\n[roctx] identifier 16\n[hsa] call\n[roctx] call\n",
     .sorted = true},
    {.name = "a tool waits for a thread that registers",
     .program = {"./linked", "hsa"},
     .environment = {NAMED, "MOCK_SDK_CALLS=rocdecode_mock"},
     .out = "hsa :: 20100 :: 0 :: 1\nrocdecode :: 600 :: 0 :: 1\n[rocdecode] identifier 40\n[rocdecode] from the tool\n"
            "[hsa] identifier 0\n[hsa] call\n"},
    {.name = "a tool that registers itself is told so",
     .program = {"./linked", "hsa"},
     .environment = {NAMED, "MOCK_SDK_NESTED=rocjpeg_mock"},
     .out = "hsa :: 20100 :: 0 :: 1\n[rocjpeg] rocprofiler-register deadlocked\n[rocjpeg] from the tool\n"
            "[hsa] identifier 0\n[hsa] call\n"},
    {.name = "a refused table is not used",
     .program = {"./linked", "hsa"},
     .environment = {NAMED, WRAP, "MOCK_SDK_REFUSES=1"},
     .out = "hsa :: 20100 :: 0 :: 1\n[hsa] Unspecified rocprofiler-register error\n[hsa] call\n"},

    {.name = "a libroctracer64 of ours hears of a runtime before tools are looked for",
     .program = {"./linked", "hsa"},
     .environment = {"LD_PRELOAD=@/ours/libroctracer64.so.4"},
     .out = "[roctracer] a runtime comes\nhsa :: 20100 :: 0 :: 1\n[hsa] identifier 0\n[hsa] call\n"},
    {.name = "a libroctracer64 of ours hears nothing where registration is switched off",
     .program = {"./linked", "hsa"},
     .environment = {"LD_PRELOAD=@/ours/libroctracer64.so.4", "ROCPROFILER_REGISTER_ENABLED=0"},
     .out = "[hsa] call\n"},
    {.name = "a libroctracer64 of AMD's is left alone",
     .program = {"./linked", "hsa"},
     .environment = {"LD_PRELOAD=@/theirs/libroctracer64.so.4"},
     .out = "[hsa] call\n"},

    {.name = "a HIP that does not register is not touched without a tool",
     .program = {"./unregistered", "untouched"},
     .environment = {PLAIN},
     .out = "[hip] one\nuntouched\n"},
    {.name = "a HIP that does not register is registered by its first call",
     .program = {"./unregistered", "calls"},
     .environment = {PLAIN, NAMED, WRAP},
     .out = "hip :: 60400 :: 0 :: 1\n[sdk] hip(one)\n[hip] one\nhip_compiler :: 60400 :: 0 :: 1\n"
            "[hip_compiler] two\n[sdk] hip(three)\n[hip] three\n"},
    {.name = "its table is as ever where the tool wants nothing",
     .program = {"./unregistered", "untouched"},
     .environment = {PLAIN, NAMED},
     .out = "hip :: 60400 :: 0 :: 1\n[hip] one\nuntouched\n"},
    {.name = "its table is as ever where the tool refuses it",
     .program = {"./unregistered", "untouched"},
     .environment = {PLAIN, NAMED, "MOCK_SDK_REFUSES=1"},
     .out = "hip :: 60400 :: 0 :: 1\n[hip] one\nuntouched\n"},
    {.name = "its table is not touched where registration is switched off",
     .program = {"./unregistered", "untouched"},
     .environment = {PLAIN, NAMED, WRAP, "ROCPROFILER_REGISTER_ENABLED=0"},
     .out = "[hip] one\nuntouched\n"},
    {.name = "its first call keeps its arguments",
     .program = {"./unregistered", "arguments"},
     .environment = {PLAIN, NAMED, WRAP},
     .out = "hip :: 60400 :: 0 :: 1\n216 of 216\nhipSuccess\n[sdk] hip(one)\n[hip] one\n"},
    {.name = "a tool that uses it when it is registered gets its own functions",
     .program = {"./unregistered", "untouched"},
     .environment = {PLAIN, NAMED, "MOCK_SDK_NESTED=hip_mock"},
     .out = "hip :: 60400 :: 0 :: 1\n[hip] from the tool\n[hip] one\nuntouched\n"},
    {.name = "its table is not touched where it is linked with this library",
     .program = {"./unregistered", "untouched"},
     .environment = {"LD_LIBRARY_PATH=@/needs:@", NAMED, WRAP},
     .out = "[hip] one\nuntouched\n"},
    {.name = "a tool that comes late gets it",
     .program = {"./unregistered", "late"},
     .environment = {PLAIN, WRAP},
     .out = "[hip] one\nuntouched\nhip :: 60400 :: 0 :: 1\n0\n[sdk] hip(two)\n"
            "[hip] two\n0\n[sdk] hip(three)\n[hip] three\n"},
    {.name = "one that another library registers is registered once",
     .program = {"./unregistered", "by-another"},
     .environment = {PLAIN, NAMED, WRAP},
     .out = "hip :: 60400 :: 0 :: 1\n[sdk] hip(one)\n[hip] one\n"},
    {.name = "a tool that comes late gets one that another library has registered once",
     .program = {"./unregistered", "late-by-another"},
     .environment = {PLAIN, WRAP},
     .out = "[hip] one\nhip :: 60400 :: 0 :: 1\n0\n[sdk] hip(two)\n[hip] two\n0\n[sdk] hip(three)\n[hip] three\n"},
    {.name = "one that is opened is found when another runtime registers",
     .program = {"./unregistered-opened", "opened"},
     .environment = {PLAIN, NAMED, WRAP},
     .out = "[hip] one\nhsa :: 7 :: 0 :: 1\nhip :: 60400 :: 0 :: 1\n[sdk] hip(two)\n[hip] two\n",
     .error = "this HIP does not register, and was used before it was found: calls of hip until now are not traced"},
    {.name = "eight threads make its first call at once, and none is missed",
     .program = {"./unregistered", "threads"},
     .environment = {PLAIN, NAMED, WRAP},
     .out = "50 of 50\n"},
    {.name = "its calls in forked children are free",
     .program = {"./unregistered", "forks"},
     .environment = {PLAIN, NAMED, WRAP, "MOCK_SDK_SLEEPS=300"},
     .out = "hip :: 60400 :: 0 :: 1\n[sdk] hip(from a thread)\n[hip] from a thread\n50 of 50 children ended well\n"},
    {.name = "one without tables is left alone",
     .program = {"./without-tables", "untouched"},
     .environment = {"LD_LIBRARY_PATH=@/older:@", NAMED, WRAP},
     .out = "[hip] one\nuntouched\n"},

    {.name = "error strings",
     .program = {"./api", "errors"},
     .out = "0 Success\n1 rocprofiler-register found no tools\n2 rocprofiler-register deadlocked\n"
            "3 Library passed an invalid number of API tables\n4 Library's API is not supported\n"
            "5 Invalid API address (secure mode enabled)\n6 Unspecified rocprofiler-register error\n"
            "7 Too many instances of the same library API were registered\n"
            "8 Invalid argument\n9 This process was not started for tools to be attached\n"
            "10 rocprofiler_register_unknown_error\n"},
    {.name = "bad arguments",
     .program = {"./api", "arguments"},
     .out = "unknown name: Library's API is not supported\nno name: Library's API is not supported\n"
            "length 0: Library passed an invalid number of API tables\n"
            "length 0, unknown name: Library passed an invalid number of API tables\nno tables: 3\n"},
    {.name = "the ninth instance is one too many",
     .program = {"./api", "instances"},
     .out = "1 32\n1 33\n1 34\n1 35\n1 36\n1 37\n1 38\n1 39\n7 999\n"
            "another library: rocprofiler-register found no tools\n"},
    {.name = "instances reach the tool",
     .program = {"./api", "instances"},
     .environment = {NAMED},
     .out =
         "rccl :: 7 :: 0 :: 1\n0 32\nrccl :: 7 :: 1 :: 1\n0 33\nrccl :: 7 :: 2 :: 1\n0 34\nrccl :: 7 :: 3 :: 1\n0 35\n"
         "rccl :: 7 :: 4 :: 1\n0 36\nrccl :: 7 :: 5 :: 1\n0 37\nrccl :: 7 :: 6 :: 1\n0 38\nrccl :: 7 :: 7 :: 1\n0 39\n7 999\n"
         "hip :: 7 :: 0 :: 1\nanother library: Success\n"},
    {.name = "iteration follows arrival and stops when told",
     .program = {"./api", "iterate"},
     .out = "32 hip 7 1\n32 roctx 7 3\n-> 0\n32 hip 7 1\n32 roctx 7 3\n32 hsa 7 1\nno callback -> 0\n"},
    {.name = "boolean grammar",
     .program = {"./api", "booleans"},
#define ON ", rocprofiler-register found no tools\n"
     .out = "'1' on" ON "'0' off" ON "'00' off" ON "'10' on" ON "'18446744073709551616' on" ON "'on' on" ON
            "'true' on" ON "'yes' on" ON "'off' off" ON "'OFF' off" ON "'False' off" ON "'no' off" ON "'N' off" ON
            "'f' off" ON "'F' off" ON "'' on" ON "' ' on" ON "'-1' on" ON "'offf' on" ON "'0x0' on" ON},
    {.name = "a switched-off registration leaves no trace",
     .program = {"./api", "disabled"},
     .environment = {"ROCPROFILER_REGISTER_ENABLED=no"},
     .out = "rocprofiler-register found no tools\nreplay: 1\n"},
    {.name = "the development name finds the loaded library",
     .program = {"./api", "same-handle"},
     .environment = {"LD_LIBRARY_PATH=@/../../lib"},
     .out = "same\n"},
    {.name = "a tool that comes late gets the registrations it missed",
     .program = {"./api", "replay"},
     .out = "before: 1\nrocprofiler-register found no tools\nrocprofiler-register found no tools\nstill no tool: 1\n"
            "hip :: 7 :: 0 :: 1\nroctx :: 7 :: 0 :: 3\nnonpropagated: 0\nagain: 0\nhsa :: 7 :: 0 :: 1\nSuccess\n"
            "hip :: 7 :: 0 :: 1\nroctx :: 7 :: 0 :: 3\nhsa :: 7 :: 0 :: 1\nall: 0\n"},
    {.name = "a tool is attached",
     .program = {"./api", "attach"},
     .environment = {"ROCP_TOOL_ATTACH=1"},
     .out = "rocprofiler-register found no tools\nrocprofiler-register found no tools\n"
            "no session: 1\nno tool: 8\nempty: 8\n"
            "hip :: 7 :: 0 :: 1\nroctx :: 7 :: 0 :: 3\n[sdk] attach libgeneric-tool.so 1 with value\nattach: 0\n"
            "hsa :: 7 :: 0 :: 1\nSuccess\n[sdk] detach\ndetach: 0\nanother: 8\n"
            "[sdk] attach libgeneric-tool.so 1 with value\nagain: 0\n",
     .error = "libother.so cannot be attached: this process has been given libgeneric-tool.so"},
    {.name = "an older SDK cannot attach",
     .program = {"./api", "attach"},
     .environment = {"ROCP_TOOL_ATTACH=1", "ROCPROFILER_REGISTER_LIBRARY=libother-sdk.so"},
     .out = "hip :: 7 :: 0 :: 1\nSuccess\nroctx :: 7 :: 0 :: 3\nSuccess\nno session: 1\nno tool: 8\nempty: 8\n"
            "attach: 1\nhsa :: 7 :: 0 :: 1\nSuccess\ndetach: 1\nanother: 8\nagain: 1\n",
     .error = "tool library libother.so cannot be attached: "},
    {.name = "a process that was not started for it cannot be attached to",
     .program = {"./api", "attach"},
     .out =
         "rocprofiler-register found no tools\nrocprofiler-register found no tools\n"
         "no session: 9\nno tool: 8\nempty: 8\nattach: 9\nrocprofiler-register found no tools\ndetach: 9\nanother: 9\n"
         "again: 9\n"},
    {.name = "eight threads register every library", .program = {"./api", "crowd"}, .out = CROWD},
    {.name = "eight threads register every library with a tool",
     .program = {"./api", "crowd"},
     .environment = {NAMED},
     .out = TOLD_CROWD,
     .sorted = true},
    {.name = "a tool comes while eight threads register",
     .program = {"./api", "crowd"},
     .environment = {"API_LATE_TOOL=libgeneric-tool.so"},
     .out = TOLD_CROWD,
     .sorted = true},
    {.name = "a child does not wait for a loader that a thread of its parent holds",
     .program = {"./api", "fork-from-loader"},
     .out = "rocprofiler-register found no tools\n32 roctx 7 3\nstatus 0, then rocprofiler-register found no tools\n"
            "32 hip 7 1\n32 hsa 7 1\n"},
    {.name = "a child that cannot load its tool says so",
     .program = {"./api", "fork-from-loader"},
     .environment = {NAMED},
     .out = "32 hip 7 1\n32 hsa 7 1\n32 roctx 7 3\nhip :: 7 :: 0 :: 1\nhsa :: 7 :: 0 :: 1\n"
            "rocprofiler-register found no tools\nstatus 0, then Success\n",
     .error = "rocprofiler-register: a profiling tool is present, but this process was forked while another thread was "
              "in the loader, which can load nothing here; the process runs unprofiled\n",
     .sorted = true},
    {.name = "forked children are free", .program = {"./api", "forks"}, .out = "100 of 100 children ended well\n"},
};

int main(void) { return run_scenarios(scenarios, sizeof scenarios / sizeof *scenarios) != 0; }
