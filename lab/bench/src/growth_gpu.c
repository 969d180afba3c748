// What GPU work costs with few and many live things of its sort, on the software GPU: growth_gpu KIND LIVE. Prints
// nanoseconds of processor time per call, of all threads: the median of the rounds.
//
//   signal      eight kernels get any of the program's signals
//   queue       eight kernels are written into one of the queues
//   made        a queue is made, used and destroyed, beside others
//   remade      the same, after so many have been made and destroyed
//   kernel      eight of the kernels are launched
//   executable  an executable is loaded and destroyed, beside others
//   event       any of HIP's events is recorded
//   allocation  memory is allocated and freed, beside others
//   graph       any of HIP's graphs is launched
#include <sys/mman.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <softgpu/softgpu.h>

#include "growth.h"

enum { CALLS = 8, FEW_CALLS = 4, BATCH = 8, PACKET_BYTES = 64, QUEUE_PACKETS = 64, CODE_BYTES = 16 };

static hsa_agent_t gpu;
static hsa_queue_t** queues;
static hsa_signal_t* signals;
static uint64_t* kernels;
static void** things;
static hipStream_t stream;

#define HIP(call) growth_need((call) == hipSuccess, #call)
#define HSA(call) growth_need((call) == HSA_STATUS_SUCCESS, #call)

static void* allocate(uint64_t count, size_t bytes) {
    void* made = calloc(count, bytes);
    growth_need(made != NULL, "calloc");
    return made;
}

// --- kernels -------------------------------------------------------------------------------------------------------

// A code object of functions that only return, in the form of the software GPU's.
typedef struct {
    char magic[8];
    uint32_t size, count;
    struct {
        uint64_t function, name;
    } kernels[];
} code_object;

static code_object* make_code(uint64_t count) {
    const size_t table = sizeof(code_object) + count * 2 * sizeof(uint64_t), size = table + count * CODE_BYTES;
    char* code = mmap(NULL, count * CODE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    code_object* made = allocate(1, size);
    growth_need(code != MAP_FAILED, "mmap");
    memcpy(made->magic, "softgpu", sizeof made->magic);
    made->size = (uint32_t)size;
    made->count = (uint32_t)count;
    for (uint64_t i = 0; i < count; i++) {
        code[i * CODE_BYTES] = (char)0xc3; // ret
        made->kernels[i].function = (uint64_t)(code + i * CODE_BYTES);
        made->kernels[i].name = table + i * CODE_BYTES;
        sprintf((char*)made + made->kernels[i].name, "k%u", (unsigned)i);
    }
    growth_need(mprotect(code, count * CODE_BYTES, PROT_READ | PROT_EXEC) == 0, "mprotect");
    return made;
}

static hsa_executable_t load(const code_object* code) {
    hsa_code_object_reader_t reader;
    hsa_executable_t executable;
    HSA(hsa_code_object_reader_create_from_memory(code, code->size, &reader));
    HSA(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &executable));
    HSA(hsa_executable_load_agent_code_object(executable, gpu, reader, NULL, NULL));
    HSA(hsa_executable_freeze(executable, NULL));
    HSA(hsa_code_object_reader_destroy(reader));
    return executable;
}

static hsa_status_t take_kernel(hsa_executable_t executable, hsa_agent_t agent, hsa_executable_symbol_t symbol,
                                void* count) {
    (void)executable, (void)agent;
    return hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
                                          &kernels[(*(uint64_t*)count)++]);
}

static void load_kernels(uint64_t count) {
    uint64_t taken = 0;
    kernels = allocate(count, sizeof *kernels);
    HSA(hsa_executable_iterate_agent_symbols(load(make_code(count)), gpu, take_kernel, &taken));
    growth_need(taken == count, "kernels");
}

static void dispatch(hsa_queue_t* queue, uint64_t object, hsa_signal_t done) {
    static uint64_t arguments[SOFTGPU_MAX_ARGS] __attribute__((aligned(16)));
    const hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                                 .workgroup_size_x = 1,
                                                 .workgroup_size_y = 1,
                                                 .workgroup_size_z = 1,
                                                 .grid_size_x = 1,
                                                 .grid_size_y = 1,
                                                 .grid_size_z = 1,
                                                 .kernel_object = object,
                                                 .kernarg_address = arguments,
                                                 .completion_signal = done};
    const uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, 1);
    char* slot = (char*)queue->base_address + PACKET_BYTES * (index % queue->size);
    memcpy(slot + 2, (const char*)&packet + 2, sizeof packet - 2);
    __atomic_store_n((uint16_t*)slot, HSA_PACKET_TYPE_KERNEL_DISPATCH | 1 << HSA_PACKET_HEADER_BARRIER,
                     __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

static void await(hsa_signal_t signal) {
    hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_ACTIVE);
    hsa_signal_store_relaxed(signal, 1);
}

// --- the sorts of things -------------------------------------------------------------------------------------------

static hsa_status_t take_gpu(hsa_agent_t agent, void* unused) {
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_GPU && !gpu.handle) gpu = agent;
    (void)unused;
    return HSA_STATUS_SUCCESS;
}

static hsa_queue_t* create_queue(void) {
    hsa_queue_t* queue;
    HSA(hsa_queue_create(gpu, QUEUE_PACKETS, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    return queue;
}

static void begin_hsa(uint64_t of_queues, uint64_t of_kernels, uint64_t of_signals) {
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_gpu, NULL));
    load_kernels(of_kernels);
    queues = allocate(of_queues, sizeof *queues);
    for (uint64_t i = 0; i < of_queues; i++) queues[i] = create_queue();
    signals = allocate(of_signals, sizeof *signals);
    for (uint64_t i = 0; i < of_signals; i++) HSA(hsa_signal_create(1, 0, NULL, &signals[i]));
}

static void run_on(hsa_queue_t* queue, uint64_t object, hsa_signal_t signal) {
    dispatch(queue, object, signal);
    await(signal);
}

// Some of the things in a row, each once.
static void signals_begin(void) { begin_hsa(1, 1, growth_live); }
static void signal_once(void) {
    hsa_signal_t used[BATCH];
    for (int i = 0; i < BATCH; i++) dispatch(queues[0], kernels[0], used[i] = signals[growth_any()]);
    for (int i = 0; i < BATCH; i++) await(used[i]);
}

static void queues_begin(void) {
    begin_hsa(growth_live, 1, BATCH);
    for (uint64_t i = 0; i < growth_live; i++) run_on(queues[i], kernels[0], signals[0]);
}
static void queue_once(void) {
    hsa_queue_t* queue = queues[growth_any()];
    for (int i = 0; i < BATCH; i++) dispatch(queue, kernels[0], signals[i]);
    for (int i = 0; i < BATCH; i++) await(signals[i]);
}

static void made_once(void) {
    hsa_queue_t* queue = create_queue();
    run_on(queue, kernels[0], signals[0]);
    HSA(hsa_queue_destroy(queue));
}
static void made_begin(void) { begin_hsa(growth_live, 1, 1); }
static void remade_begin(void) {
    begin_hsa(1, 1, 1);
    for (uint64_t i = 0; i < growth_live; i++) made_once();
}

static void kernels_begin(void) { begin_hsa(1, growth_live, BATCH); }
static void kernel_once(void) {
    for (int i = 0; i < BATCH; i++) dispatch(queues[0], kernels[growth_any()], signals[i]);
    for (int i = 0; i < BATCH; i++) await(signals[i]);
}

static code_object* code;
static void executables_begin(void) {
    begin_hsa(1, 1, 1);
    code = make_code(1);
    for (uint64_t i = 0; i < growth_live; i++) load(code);
}
static void executable_once(void) { HSA(hsa_executable_destroy(load(code))); }

static void events_begin(void) {
    things = allocate(growth_live, sizeof *things);
    HIP(hipStreamCreate(&stream));
    for (uint64_t i = 0; i < growth_live; i++) HIP(hipEventCreate((hipEvent_t*)&things[i]));
}
static void event_once(void) {
    hipEvent_t event = things[growth_any()];
    HIP(hipEventRecord(event, stream));
    HIP(hipEventSynchronize(event));
}

static void allocations_begin(void) {
    things = allocate(growth_live, sizeof *things);
    for (uint64_t i = 0; i < growth_live; i++) HIP(hipMalloc(&things[i], 64));
}
static void allocation_once(void) {
    void* made;
    HIP(hipMalloc(&made, 64));
    HIP(hipFree(made));
}

static void nothing(const softgpu_workgroup* wg, void** arguments) { (void)wg, (void)arguments; }

static void graphs_begin(void) {
    things = allocate(growth_live, sizeof *things);
    const dim3 one = {1, 1, 1};
    int argument = 0;
    HIP(hipStreamCreate(&stream));
    for (uint64_t i = 0; i < growth_live; i++) {
        hipGraph_t graph;
        HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
        HIP(hipLaunchKernel((void*)nothing, one, one, (void*[]){&argument}, 0, stream));
        HIP(hipStreamEndCapture(stream, &graph));
        HIP(hipGraphInstantiate((hipGraphExec_t*)&things[i], graph, NULL, NULL, 0));
        HIP(hipGraphDestroy(graph));
    }
}
static void graph_once(void) {
    HIP(hipGraphLaunch(things[growth_any()], stream));
    HIP(hipStreamSynchronize(stream));
}

static const growth_kind KINDS[] = {
    {"signal", signals_begin, signal_once, CALLS}, {"queue", queues_begin, queue_once, CALLS},
    {"made", made_begin, made_once, FEW_CALLS},    {"remade", remade_begin, made_once, FEW_CALLS},
    {"kernel", kernels_begin, kernel_once, CALLS}, {"executable", executables_begin, executable_once, FEW_CALLS},
    {"event", events_begin, event_once, CALLS},    {"allocation", allocations_begin, allocation_once, CALLS},
    {"graph", graphs_begin, graph_once, CALLS}};

int main(int count, char** words) {
    return growth_run(KINDS, sizeof KINDS / sizeof *KINDS, CLOCK_PROCESS_CPUTIME_ID, count, words);
}
