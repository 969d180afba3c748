// storm TOGGLES: eight threads call traced functions while two start and stop five contexts, TOGGLES times in all.
// A tool in this program checks all its events: every ENTER has its EXIT, in the same context, with the same
// user_data and correlation id; each call whose ENTER a context saw left exactly one record there, and no other
// did; the functions check their arguments, their callers the results. Prints errors, and then a summary.
#include "storm.h"

enum { TOGGLERS = 2 };

// --- the calls -----------------------------------------------------------------------------------------------------

static atomic_int toggling = TOGGLERS, calling = THREADS;
static atomic_ulong made;
static _Atomic(roctx_range_id_t) handed_over;

static void hip_calls(uint64_t seed) {
    float low = (float)(seed & 0xffff), high = (float)(seed >> 8 & 0xffff);
    int value = (int)seed;
    errno = (int)(seed & 0xff);
    int result = HIP(hipMemcpy2D, hipError_t(*)(void*, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind))(
        (void*)seed, mix(seed, 1), (const void*)mix(seed, 2), mix(seed, 3), mix(seed, 4), mix(seed, 5),
        (hipMemcpyKind)(seed & 3));
    expect(result == answer(seed) && errno == (int)(seed & 0xff) + 1, "hipMemcpy2D was disturbed", seed);
    result = HIP(hipTexRefSetMipmapLevelClamp, hipError_t(*)(textureReference*, float, float))((textureReference*)seed,
                                                                                               low, high);
    expect(result == answer(seed), "hipTexRefSetMipmapLevelClamp was disturbed", seed);
    result = HIP(hipGetDevice, hipError_t(*)(int*))(&value);
    expect(result == hipSuccess && value == ~(int)seed, "hipGetDevice was disturbed", seed);
}

// Ranges that any thread may stop.
static void marker_calls(uint64_t seed) {
    expect(roctxRangePushA("outer") == 0, "roctxRangePushA was disturbed", seed);
    roctxMarkA("mark");
    expect(roctxRangePushA("inner") == 1, "roctxRangePushA was disturbed", seed);
    expect(roctxRangePop() == 1, "roctxRangePop was disturbed", seed);
    expect(roctxRangePop() == 0, "roctxRangePop was disturbed", seed);
    roctx_range_id_t other = atomic_exchange(&handed_over, roctxRangeStartA("started"));
    if (other) roctxRangeStop(other);
}

static void* calls(void* number) {
    uint64_t seed = mix((uintptr_t)number, 5);
    while (atomic_load(&toggling) > 0) {
        seed = mix(seed, 7) | 1;
        hip_calls(seed);
        marker_calls(seed);
        atomic_fetch_add(&made, 10);
        if (atomic_load(&last_id) > MOST_CALLS / 2) break;
    }
    atomic_fetch_sub(&calling, 1);
    return NULL;
}

// --- the storm -----------------------------------------------------------------------------------------------------

typedef struct {
    int number;
    long toggles;
} toggler_t;

// No other thread toggles this context.
static void toggle_own(context_t* context, int start) {
    int was = is_active(context);
    rocprofiler_status_t status =
        start ? rocprofiler_start_context(context->id) : rocprofiler_stop_context(context->id);
    rocprofiler_status_t expected =
        start || was ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
    if (status != expected || is_active(context) != start)
        wrong("a toggle failed", (uint64_t)(context - contexts), status);
}

static void toggle_shared(context_t* context, int start) {
    rocprofiler_status_t status =
        start ? rocprofiler_start_context(context->id) : rocprofiler_stop_context(context->id);
    if (status != ROCPROFILER_STATUS_SUCCESS && (start || status != ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND))
        wrong("a toggle failed", SHARED, status);
}

static void* toggle(void* argument) {
    toggler_t* toggler = argument;
    uint64_t random = mix((uint64_t)toggler->number, 11);
    for (long i = 0; i < toggler->toggles; i++) {
        random = mix(random, 13);
        int start = random >> 20 & 1, which = (int)(random >> 24 & 3);
        if (which == 3) toggle_shared(&contexts[SHARED], start);
        else toggle_own(&contexts[2 * toggler->number + (which & 1)], start);
        // Toggles between calls, not in a tight loop.
        if (i % 4) continue;
        for (uint64_t before = atomic_load(&made); atomic_load(&made) == before && atomic_load(&calling) > 0;)
            sched_yield();
    }
    atomic_fetch_sub(&toggling, 1);
    return NULL;
}

// Every context must see many calls, but not all.
static void check_sense(context_t* context) {
    uint64_t seen = atomic_load(&context->enters);
    if (seen < 1000 || seen > atomic_load(&made))
        wrong("a context saw too little or too much", (uint64_t)(context - contexts), seen);
}

static void storm(long toggles) {
    pthread_t threads[THREADS + TOGGLERS];
    toggler_t togglers[TOGGLERS];
    for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, calls, (void*)i);
    for (int i = 0; i < TOGGLERS; i++) {
        togglers[i] = (toggler_t){i, toggles / TOGGLERS};
        pthread_create(&threads[THREADS + i], NULL, toggle, &togglers[i]);
    }
    for (int i = 0; i < THREADS + TOGGLERS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < CONTEXTS; i++) check_sense(&contexts[i]);
    if (handed_over) roctxRangeStop(atomic_exchange(&handed_over, 0));
    finish();
    printf("%ld toggles, %lu errors\n", toggles, atomic_load(&errors));
}

static hipError_t blocks(int number) { return number; }

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    announce();
    roctxMarkA("the runtimes are there");
    storm(atol(argv[1]));
    return atomic_load(&errors) != 0;
}
