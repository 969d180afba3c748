// See rpj_jvm_options.h.
#include "jvm/rpj_jvm_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../environment.h"
#include "system/processors.h"

// In the order of the dependencies. The start-up cache is bound to this order (dist makes it).
static const char* const jars[] = {"rocprofiler-abi.jar", "rocprofiler-sdk.jar", "rocprofiler-collector.jar"};

// Options for a JVM in a traced program: a small heap that is collected in place, no performance counters in /tmp,
// no signal handlers, few compiler threads, a small code cache; the start-up cache at its original address, so that
// half of it is shared among processes instead of copied into each. The program's limit of open files is unchanged.
// A JVM that gives up writes no report, which would go to the program's output and directory. Methods are compiled from
// their 1,024th call on, not from the 128th, as those with a profile in the cache are otherwise: a start calls two
// hundred methods that often and then no more, and the compilers take the program's processors.
static const char* const flags[] = {
    "-Xrs",
    "-XX:+UseSerialGC",
    "-XX:-UseContainerSupport", // sizes are given here; HotSpot crashes where /proc/self/cgroup is empty
    "-Xms8m",
    "-Xmx64m",
    "-XX:ReservedCodeCacheSize=32m",
    "-XX:CompressedClassSpaceSize=32m",
    "-XX:-UsePerfData",
    "-XX:+DisableAttachMechanism",
    "-Xlog:disable",
    "-XX:-MaxFDLimit",
    "-XX:+SuppressFatalErrorMessage",
    "--enable-native-access=ALL-UNNAMED",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0",
    "-XX:Tier0InvokeNotifyFreqLog=10",
};

// For a process with little address space or memory (room.c): smaller still, with small stacks and one compiler.
static const char* const tight_flags[] = {
    "-Xms4m",
    "-Xmx16m",
    "-XX:ReservedCodeCacheSize=6m",
    "-XX:CompressedClassSpaceSize=4m",
    "-XX:TieredStopAtLevel=1",
    "-Xss384k",
    "-XX:CompilerThreadStackSize=768",
    "-XX:VMThreadStackSize=512",
};

void rpj_class_path(char* out, size_t size, const char* library_dir) {
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < sizeof jars / sizeof *jars && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s/java/%s", i ? ":" : "", library_dir, jars[i]);
}

enum { TEXT = RPJ_CLASS_PATH_MAX + 64, HOOKS = 3 }; // embed.c adds three of its own

static int add_user_options(char texts[][TEXT], int count) {
    const char* rest = rpj_environment(RPJ_JAVA_OPTIONS);
    while (rest != NULL && *(rest += strspn(rest, " ")) && count < RPJ_MAX_OPTIONS - HOOKS) {
        size_t length = strcspn(rest, " ");
        snprintf(texts[count++], TEXT, "%.*s", (int)length, rest);
        rest += length;
    }
    return count;
}

int rpj_jvm_options(char texts[][RPJ_CLASS_PATH_MAX + 64], const char* home, const char* class_path, bool own,
                    bool tight) {
    int count = 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) snprintf(texts[count++], TEXT, "%s", flags[i]);
    for (size_t i = 0; tight && i < sizeof tight_flags / sizeof *tight_flags; i++)
        snprintf(texts[count++], TEXT, "%s", tight_flags[i]);
    snprintf(texts[count++], TEXT, "-Djava.class.path=%s", class_path);
    if (own) {
        snprintf(texts[count], TEXT, "-XX:AOTCache=%s/rocprofiler.aot", home);
        if (access(texts[count] + strlen("-XX:AOTCache="), R_OK) == 0) count++;
    }
    // It asks for those of the calling thread.
    const int processors = rpj_more_processors();
    if (processors != 0) snprintf(texts[count++], TEXT, "-XX:ActiveProcessorCount=%d", processors);
    return add_user_options(texts, count);
}
