// Faults on demand, for tests of programs and tools: by environment variables, or by softgpu_fault.
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "kernel.h"

enum { NAME_BYTES = 256, EVERY = 0, SPENT = -1 };

typedef struct fault {
    const char* variable;
    const char* name;
    bool keeps_on;           // affects everything after the Nth, not the Nth
    long left;               // events until the fault, EVERY or SPENT
    char kernel[NAME_BYTES]; // "": any
} fault;

static fault faults[SG_FAULTS] = {
    [SG_FAULT_LOSE_DISPATCH] = {.variable = "SOFTGPU_LOSE_DISPATCH", .name = "lose_dispatch", .left = SPENT},
    [SG_FAULT_HANG_DISPATCH] = {.variable = "SOFTGPU_HANG_DISPATCH", .name = "hang_dispatch", .left = SPENT},
    [SG_FAULT_FAIL_DISPATCH] = {.variable = "SOFTGPU_FAIL_DISPATCH", .name = "fail_dispatch", .left = SPENT},
    [SG_FAULT_ZERO_TIMES] = {.variable = "SOFTGPU_ZERO_TIMES", .name = "zero_times", .left = SPENT},
    [SG_FAULT_REVERSE_TIMES] = {.variable = "SOFTGPU_REVERSE_TIMES", .name = "reverse_times", .left = SPENT},
    [SG_FAULT_LOSE_COPY] = {.variable = "SOFTGPU_LOSE_COPY", .name = "lose_copy", .left = SPENT},
    [SG_FAULT_OUT_OF_MEMORY] = {.variable = "SOFTGPU_OUT_OF_MEMORY",
                                .name = "out_of_memory",
                                .keeps_on = true,
                                .left = SPENT},
};
pthread_mutex_t sg_faults_lock = PTHREAD_MUTEX_INITIALIZER; // guards `left` and `kernel`
static _Atomic(bool) armed;                                 // whether any fault was ever requested

static void arm(fault* f, long nth, const char* kernel) {
    pthread_mutex_lock(&sg_faults_lock);
    // A fault that affects everything after the Nth counts down to the first one affected.
    f->left = nth < 0 ? SPENT : f->keeps_on ? nth + 1 : nth;
    snprintf(f->kernel, sizeof f->kernel, "%s", kernel == NULL ? "" : kernel);
    pthread_mutex_unlock(&sg_faults_lock);
    atomic_store(&armed, true);
}

// Parses N or N:kernel.
static void arm_from(fault* f, const char* text) {
    char* end;
    long nth = strtol(text, &end, 10);
    if (end == text || nth < 0 || (*end != '\0' && *end != ':')) {
        fprintf(stderr, "softgpu: %s=%s is not N or N:kernel\n", f->variable, text);
        return;
    }
    arm(f, nth, *end == ':' ? end + 1 : NULL);
}

void sg_faults_setup(void) {
    for (int i = 0; i < SG_FAULTS; i++) {
        const char* text = sg_env(faults[i].variable);
        if (text != NULL && *text != '\0') arm_from(&faults[i], text);
    }
}

int softgpu_fault_arm(const char* name, long nth, const char* kernel) {
    for (int i = 0; i < SG_FAULTS && name != NULL; i++) {
        if (strcmp(faults[i].name, name) != 0) continue;
        arm(&faults[i], nth, kernel);
        return 0;
    }
    return -1;
}

static bool count_down(fault* f) {
    if (f->left == EVERY) return true;
    if (f->left == SPENT || --f->left > 0) return false;
    f->left = f->keeps_on ? EVERY : SPENT;
    return true;
}

bool sg_fault(sg_fault_kind kind, const sg_kernel* kernel) {
    if (!atomic_load_explicit(&armed, memory_order_relaxed)) return false;
    fault* f = &faults[kind];
    pthread_mutex_lock(&sg_faults_lock);
    bool matches = f->kernel[0] == '\0' || (kernel != NULL && strcmp(atomic_load(&kernel->name), f->kernel) == 0);
    bool hit = matches && count_down(f);
    pthread_mutex_unlock(&sg_faults_lock);
    return hit;
}
