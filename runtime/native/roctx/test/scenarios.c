// Markers without a tool, with one, and while one is being started.
#include "../../test/scenario.h"

#define FORCED "ROCPROFILER_REGISTER_FORCE_LOAD=1"
#define REGISTERED "roctx :: 10000 :: 0 :: 3\n"
#define TABLES "table 0 has 56 bytes\ntable 1 has 24 bytes\ntable 2 has 40 bytes\n"
#define EVERY "errno 77\npush 0 1\npop 1 0 -1, push 0\nstart 1 2\nthread 0 mine\npause 0 resume 0\nnames 0 0 0 0\n"

static const struct scenario scenarios[] = {
    {.name = "every function, no tool", .program = {"./markers", "every"}, .out = EVERY},
    {.name = "every function, traced",
     .program = {"./markers", "every"},
     .environment = {FORCED},
     .out = REGISTERED TABLES EVERY "traced 19\n"},
    {.name = "every function, traced, secure",
     .program = {"./markers", "every"},
     .environment = {FORCED, "ROCPROFILER_REGISTER_SECURE=1"},
     .out = REGISTERED TABLES EVERY "traced 19\n"},
    {.name = "levels are per thread, identifiers per process", .program = {"./markers", "threads"}, .out = "0 wrong\n"},
    {.name = "identifiers grow in each thread, and are one range's",
     .program = {"./markers", "many"},
     .out = "0 wrong\n"},
    {.name = "threads that come during the registration wait for it",
     .program = {"./markers", "threads"},
     .environment = {FORCED, "MOCK_SDK_CROWD=4"},
     .out = REGISTERED TABLES "0 wrong\ntraced 24004\n"},
    {.name = "without a tool nothing is loaded", .program = {"./markers", "footprint"}, .out = "sdk 0 jvm 0\n"},
    {.name = "the import function answers the version", .program = {"./markers", "import"}, .out = "version 10000\n"},
    {.name = "a refused registration is one line",
     .program = {"./markers", "every"},
     .environment = {FORCED, "MOCK_SDK_REFUSES=1"},
     .out = REGISTERED EVERY "traced 0\n",
     .error = "rocprofiler-sdk-roctx: markers are not traced: Unspecified rocprofiler-register error"},
    {.name = "a tool that comes late can have the markers",
     .program = {"./markers", "replay"},
     .out = REGISTERED TABLES "replay 0\ntraced 1\n"},
    {.name = "a tool that marks while it starts",
     .program = {"./markers", "mark"},
     .environment = {FORCED, "MOCK_SDK_MARKS=here"},
     .out = REGISTERED TABLES "traced 2\n"},
    {.name = "a tool that marks while another library starts it",
     .program = {"./markers", "after-hip"},
     .environment = {FORCED, "MOCK_SDK_MARKS=here"},
     .out = "hip :: 60001 :: 0 :: 1\nhip 0\n" REGISTERED TABLES "traced 1\n"},
    {.name = "a tool that waits for a thread that marks",
     .program = {"./markers", "mark"},
     .environment = {FORCED, "MOCK_SDK_MARKS=thread", "LD_LIBRARY_PATH=@/impatient:@"},
     .out = REGISTERED TABLES "traced 2\n"},
    {.name = "a signal handler does not wait for a registration",
     .program = {"./markers", "mark"},
     .environment = {FORCED, "MOCK_SDK_MARKS=handler"},
     .out = REGISTERED "the handler went on\n" TABLES "traced 2\n"},
    {.name = "a child forked inside the registration",
     .program = {"./markers", "mark"},
     .environment = {FORCED, "MOCK_SDK_MARKS=child"},
     .out = REGISTERED "child ended with 0\n" TABLES "traced 2\n"},
    {.name = "a child forked by another thread during the registration",
     .program = {"./markers", "mark"},
     .environment = {FORCED, "MOCK_SDK_MARKS=orphan"},
     .out = REGISTERED "child ended with 0\n" TABLES "traced 2\n"},
    {.name = "forked children are free", .program = {"./markers", "forks"}, .out = "50 of 50 children ended well\n"},
};

int main(void) { return run_scenarios(scenarios, sizeof scenarios / sizeof *scenarios) != 0; }
