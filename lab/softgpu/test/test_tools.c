// HSA's tools libraries (test/hsa_tool.c): which are loaded, in which order, with which arguments, and until when.
// Each case runs in its own process, in which the libraries report their calls.
#define _GNU_SOURCE
#include "check.h"
#include "mock_register.h"

#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((visibility("default"))) void note(const char* text);
__attribute__((visibility("default"))) void note_call(void);

static char notes[1024];
static int calls;

void note(const char* text) {
    CHECK(strlen(notes) + strlen(text) < sizeof notes);
    strcat(notes, text);
}

void note_call(void) { calls++; }

static void expect(const char* text) {
    if (strcmp(notes, text) != 0) fprintf(stderr, "expected \"%s\", but was \"%s\"\n", text, notes);
    CHECK(strcmp(notes, text) == 0);
    notes[0] = '\0';
}

static const char* library(const char* name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s.so", getenv("TOOLS"), name);
    return path;
}

static void load(const char* name) {
    void* handle = dlopen(library(name), RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(handle != NULL);
}

static hsa_status_t no_region(hsa_region_t region, void* data) {
    (void)region, (void)data;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t any_agent(hsa_agent_t agent, void* taken) {
    *(hsa_agent_t*)taken = agent;
    return HSA_STATUS_INFO_BREAK;
}

static int calls_seen(void) {
    hsa_agent_t agent;
    calls = 0;
    CHECK_EQUAL(HSA_STATUS_INFO_BREAK, hsa_iterate_agents(any_agent, &agent));
    hsa_agent_iterate_regions(agent, no_region, NULL);
    return calls;
}

// --- the cases -----------------------------------------------------------------------------------------------------

static void named_ones_come_first_then_loaded_ones_by_priority(void) {
    load("late"), load("early"), load("both"), load("leans_on_early");
    HSA(hsa_init());
    expect(" +both:3!missing.so +refuses:3!missing.so +named:3!missing.so!refuses.so"
           " +early:3!missing.so!refuses.so +late:3!missing.so!refuses.so");
    CHECK_EQUAL(4, calls_seen());
    HSA(hsa_shut_down());
    expect(" -late -early -named -both");
}

static void tools_are_loaded_with_the_first_init_and_unloaded_with_the_last_shut_down(void) {
    load("early");
    for (int round = 0; round < 3; round++) {
        HSA(hsa_init());
        expect(" +early:3");
        HSA(hsa_init());
        HSA(hsa_shut_down());
        expect("");
        CHECK_EQUAL(1, calls_seen());
        HSA(hsa_shut_down());
        expect(" -early");
        CHECK_EQUAL(HSA_STATUS_ERROR_NOT_INITIALIZED, hsa_shut_down());
        expect("");
    }
    CHECK_EQUAL(1, mock.count);
}

static void what_is_loaded_later_waits_for_the_next_init(void) {
    HSA(hsa_init());
    load("late");
    HSA(hsa_init());
    expect("");
    HSA(hsa_shut_down());
    HSA(hsa_shut_down());
    HSA(hsa_init());
    expect(" +late:3");
}

static void a_tool_of_rocprofiler_register_takes_their_place(void) {
    load("early");
    HSA(hsa_init());
    expect("");
    CHECK_EQUAL(1, mock.count);
    HSA(hsa_shut_down());
    expect("");
}

static void both_kinds_see_the_calls_if_asked_for(void) {
    load("early");
    HSA(hsa_init());
    expect(" +early:3");
    CHECK_EQUAL(1, calls_seen());
    CHECK_EQUAL(1, mock.count);
    hsa_executable_freeze((hsa_executable_t){0}, NULL);
    CHECK_EQUAL(1, mock.hsa_executable_freeze);
    HSA(hsa_shut_down());
    expect(" -early");
    HSA(hsa_init());
    expect(" +early:3");
    hsa_executable_freeze((hsa_executable_t){0}, NULL);
    CHECK_EQUAL(2, mock.hsa_executable_freeze);
}

static void without_registration_they_are_all_there_is(void) {
    load("early");
    HSA(hsa_init());
    expect(" +early:3");
    CHECK_EQUAL(0, mock.count);
    CHECK_EQUAL(1, calls_seen());
}

static void hip_brings_them_along(void) {
    int count;
    load("early");
    HIP(hipGetDeviceCount(&count));
    expect(" +early:3");
}

static void a_table_that_found_no_tool_can_be_changed_later(void) {
    HSA(hsa_init());
    CHECK_EQUAL(1, mock.count);
    mock_wrap(0);
    hsa_executable_freeze((hsa_executable_t){0}, NULL);
    CHECK_EQUAL(1, mock.hsa_executable_freeze);
}

static void each_coming_up_registers_if_asked_to(void) {
    for (int round = 0; round < 3; round++) {
        HSA(hsa_init());
        CHECK_EQUAL(round + 1, mock.count);
        hsa_executable_freeze((hsa_executable_t){0}, NULL);
        CHECK_EQUAL(round + 1, mock.hsa_executable_freeze);
        HSA(hsa_shut_down());
        hsa_executable_freeze((hsa_executable_t){0}, NULL);
        CHECK_EQUAL(round + 1, mock.hsa_executable_freeze);
    }
}

typedef struct test_case {
    void (*run)(void);
    const char* variables[3]; // "HSA_TOOLS_LIB=" stands for the list of in_child
} test_case;

static const test_case cases[] = {
    {named_ones_come_first_then_loaded_ones_by_priority, {"HSA_TOOLS_LIB="}},
    {tools_are_loaded_with_the_first_init_and_unloaded_with_the_last_shut_down, {0}},
    {what_is_loaded_later_waits_for_the_next_init, {0}},
    {a_tool_of_rocprofiler_register_takes_their_place, {"MOCK_REGISTER=wrap"}},
    {a_tool_of_rocprofiler_register_takes_their_place, {"MOCK_REGISTER=wrap", "HSA_TOOLS_ROCPROFILER_V1_TOOLS=Off"}},
    {both_kinds_see_the_calls_if_asked_for, {"MOCK_REGISTER=wrap", "HSA_TOOLS_ROCPROFILER_V1_TOOLS=1"}},
    {without_registration_they_are_all_there_is, {"MOCK_REGISTER=wrap", "HSA_TOOLS_DISABLE_REGISTER=1"}},
    {hip_brings_them_along, {0}},
    {each_coming_up_registers_if_asked_to, {"MOCK_REGISTER=wrap", "SOFTGPU_HSA_REGISTER_AGAIN=1"}},
    {a_table_that_found_no_tool_can_be_changed_later, {0}},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static void in_child(int number) {
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        char path[4096], tools[4096], named[16384], text[16];
        const char* folder = getenv("TOOLS");
        snprintf(path, sizeof path, "LD_LIBRARY_PATH=%s", getenv("LD_LIBRARY_PATH"));
        snprintf(tools, sizeof tools, "TOOLS=%s", folder);
        snprintf(named, sizeof named,
                 "HSA_TOOLS_LIB=  %s/both.so missing.so \"%s/refuses.so\" %s/na\\med.so %s/both.so", folder, folder,
                 folder, folder);
        snprintf(text, sizeof text, "%d", number);
        char* environment[6] = {path, tools};
        for (int i = 0; i < 3 && cases[number].variables[i] != NULL; i++)
            environment[2 + i] = (char*)cases[number].variables[i];
        if (environment[2] != NULL && strcmp(environment[2], "HSA_TOOLS_LIB=") == 0) environment[2] = named;
        execle("/proc/self/exe", "test_tools", text, (char*)NULL, environment);
        _exit(99);
    }
    int status;
    CHECK_EQUAL(pid, waitpid(pid, &status, 0));
    if (status != 0) fprintf(stderr, "case %d\n", number);
    CHECK_EQUAL(0, status);
}

int main(int argc, char** argv) {
    if (argc == 2) {
        cases[atoi(argv[1])].run();
        return 0;
    }
    for (int i = 0; i < CASES; i++) in_child(i);
    return 0;
}
