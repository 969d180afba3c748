// Starts with the library instead of with the first runtime, and ends with it, if the environment requests that.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../../environment.h"
#include "boot/boot.h"
#include "process/process.h"
#include "recorder/recorder.h"
#include "segment/segment.h"
#include "tools/tools.h"

// AMD's grammar: digits are a number; off, false, no, n and f in any case mean no; everything else means yes. An
// empty value, for which AMD's library aborts, means no.
static bool says_yes(const char* variable) {
    static const char* const no[] = {"off", "false", "no", "n", "f"};
    const char* value = rpj_environment(variable);
    if (value == NULL || !*value) return false;
    if (!value[strspn(value, "0123456789")]) return value[strspn(value, "0")] != '\0';
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (strcasecmp(value, no[i]) == 0) return false;
    return true;
}

// Runs before main and before most other constructors. Without a tool nothing starts here either.
__attribute__((constructor(101))) static void loaded(void) {
    uint64_t no_arguments[1] = {0};
    if (says_yes("ROCPROFILER_LIBRARY_CTOR") && rpj_tools_wanted() && !rpj_recorder_begins())
        rpj_call(RPJ_CALL_INITIALIZE, no_arguments, 0);
}

// Runs after all exit handlers, one of which has nearly always finalized everything already. Handlers of libraries that
// were loaded earlier may have run since: HIP's makes some hundred calls of HSA there.
__attribute__((destructor(101))) static void unloaded(void) {
    if (says_yes("ROCPROFILER_LIBRARY_DTOR")) rpj_finalize();
    rpj_segment_closed_again();
}
