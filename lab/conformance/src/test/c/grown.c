// grown: has a tool for all functions, and registers tables of runtimes with three more functions than any release has.
// The tool has to hear the known ones; the others must stay the runtime's own.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { NEWER = 3, MOST = 1024 };

static rocprofiler_context_id_t context;
static int heard;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* nothing) {
    (void)user, (void)nothing;
    heard += record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_callback_tracing_kind_t kinds[] = {
        ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,
        ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API,
        ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API,
    };
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        rocprofiler_configure_callback_tracing_service(context, kinds[i], NULL, 0, on_call, NULL);
    return rocprofiler_start_context(context);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "grown";
    return &result;
}

static int answer(void) { return 7; }

// A table of functions, of which the first `known` are; `header` words of 8 bytes precede them.
typedef struct {
    uint64_t words[2 + MOST];
} table;

static void fill(table* it, int header, int known) {
    uint64_t bytes = 8 * (uint64_t)(header + known + NEWER);
    it->words[0] = header == 2 ? 2 | bytes << 32 : bytes;
    for (int i = 0; i < known + NEWER; i++) it->words[header + i] = (uintptr_t)answer;
}

static int call(const table* it, int slot) { return ((int (*)(void))(uintptr_t)it->words[slot])(); }

// Calls the first function and those beyond the known ones.
static void use(const char* name, const table* it, int header, int known) {
    int own = 0, right = call(it, header) == 7;
    heard = 0;
    call(it, header);
    for (int i = 0; i < NEWER; i++) {
        own += it->words[header + known + i] == (uintptr_t)answer;
        right += call(it, header + known + i) == 7;
    }
    printf("%s: heard %d, %d newer functions of its own, %d right answers\n", name, heard, own, right);
    fflush(stdout);
}

static void offer(const char* name, void** tables, uint64_t count) {
    rocprofiler_register_library_api_table(name, NULL, 70000, tables, count, NULL);
}

static int on_operation(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                        void* data) {
    int* known = data;
    (void)kind;
    if ((int)operation + 1 > *known) *known = (int)operation + 1;
    return 0;
}

static int known_of(rocprofiler_callback_tracing_kind_t kind) {
    int known = 0;
    rocprofiler_iterate_callback_tracing_kind_operations(kind, on_operation, &known);
    if (known < 1 || known > MOST - NEWER) exit(2);
    return known;
}

int main(void) {
    static table hip, amd_ext, marks;
    int hip_known = known_of(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API);
    int amd_ext_known = known_of(ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API);
    int marks_known = known_of(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API);
    fill(&hip, 1, hip_known);
    fill(&amd_ext, 2, amd_ext_known);
    fill(&marks, 1, marks_known);
    struct {
        uint32_t major, size, step, reserved;
        void* tables[2];
    } hsa = {3, sizeof hsa, 0, 0, {NULL, &amd_ext}};
    void *hip_tables[] = {&hip}, *hsa_tables[] = {&hsa}, *roctx_tables[] = {&marks};
    offer("hip", hip_tables, 1);
    use("hip", &hip, 1, hip_known);
    offer("hsa", hsa_tables, 1);
    use("hsa", &amd_ext, 2, amd_ext_known);
    offer("roctx", roctx_tables, 1);
    use("roctx", &marks, 1, marks_known);
    return 0;
}
