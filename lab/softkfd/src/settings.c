#define _GNU_SOURCE
#include "settings.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    sk_settings* settings;
    char* error;
    size_t capacity;
} reader;

static const char* variable(const char* name) {
    const char* text = secure_getenv(name);
    return text == NULL || *text == '\0' ? NULL : text;
}

__attribute__((format(printf, 2, 3))) static bool refuse(const reader* r, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error, r->capacity, format, arguments);
    va_end(arguments);
    return false;
}

// Reads decimal digits; false if there are none, or too many.
static bool digits(const char** text, uint64_t* value) {
    if (**text < '0' || **text > '9') return false;
    char* end;
    errno = 0;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return errno == 0;
}

static bool number(const reader* r, const char* name, uint64_t low, uint64_t high, uint64_t* value) {
    const char* text = variable(name);
    if (text == NULL) return true;
    const char* end = text;
    uint64_t read;
    if (digits(&end, &read) && *end == '\0' && read >= low && read <= high) {
        *value = read;
        return true;
    }
    return refuse(r, "%s=%s: not a number from %llu to %llu", name, text, (unsigned long long)low,
                  (unsigned long long)high);
}

static bool gpus(const reader* r) {
    uint64_t count = 1;
    if (!number(r, "SOFTKFD_GPUS", 0, SK_MOST_GPUS, &count)) return false;
    r->settings->gpus = (uint32_t)count;
    const char* text = variable("SOFTKFD_ARCHITECTURE");
    char* names = strdup(text == NULL ? "gfx90a" : text);
    if (names == NULL) return refuse(r, "no memory for the settings");
    const sk_architecture* last = NULL;
    char* rest = names;
    bool ok = true;
    for (uint32_t i = 0; ok && i < SK_MOST_GPUS; i++) {
        const char* name = strsep(&rest, ",");
        if (name != NULL) last = sk_architecture_find(name);
        ok = last != NULL || refuse(r, "SOFTKFD_ARCHITECTURE=%s: not of %s", text, sk_architecture_names());
        r->settings->architectures[i] = last;
    }
    free(names);
    return ok;
}

// One of "NS", "NS-NS", "PATTERN=NS", "PATTERN=NS-NS".
static bool kernel_time(sk_kernel_time* time, const char* text) {
    const char* equals = strrchr(text, '=');
    const char* numbers = equals == NULL ? text : equals + 1;
    *time = (sk_kernel_time){.pattern = NULL};
    if (!digits(&numbers, &time->low_ns)) return false;
    time->high_ns = time->low_ns;
    if (*numbers == '-') {
        numbers++;
        if (!digits(&numbers, &time->high_ns)) return false;
    }
    if (*numbers != '\0' || time->high_ns < time->low_ns) return false;
    if (equals == NULL) return true;
    time->pattern = equals == text ? NULL : strndup(text, (size_t)(equals - text));
    return time->pattern != NULL;
}

static bool kernel_times(const reader* r) {
    const char* text = variable("SOFTKFD_KERNEL_NS");
    char* entries = strdup(text == NULL ? "20000" : text);
    if (entries == NULL) return refuse(r, "no memory for the settings");
    sk_settings* s = r->settings;
    bool ok = true;
    char* rest = entries;
    while (ok && rest != NULL) {
        const char* entry = strsep(&rest, ",");
        ok = s->time_count + 1 < SK_MOST_TIMES && kernel_time(&s->times[s->time_count], entry);
        if (ok) s->time_count++;
    }
    free(entries);
    if (!ok) return refuse(r, "SOFTKFD_KERNEL_NS=%s: not a list of [PATTERN=]NS[-NS]", text);
    s->times[s->time_count++] = (sk_kernel_time){.low_ns = 20000, .high_ns = 20000};
    return true;
}

static bool copy_speed(const reader* r) {
    const char* text = variable("SOFTKFD_COPY_GBPS");
    if (text == NULL) return true;
    char* end;
    double speed = strtod(text, &end);
    if (end == text || *end != '\0' || !(speed >= 0 && speed <= 100000))
        return refuse(r, "SOFTKFD_COPY_GBPS=%s: not a number of gigabytes in a second, or 0", text);
    r->settings->copy_bytes_per_ms = (uint64_t)(speed * 1e6);
    return true;
}

static bool links(const reader* r) {
    const char* text = variable("SOFTKFD_LINKS");
    r->settings->links = text == NULL ? -1 : strcmp(text, "xgmi") == 0;
    if (text == NULL || r->settings->links == 1 || strcmp(text, "pcie") == 0) return true;
    return refuse(r, "SOFTKFD_LINKS=%s: neither xgmi nor pcie", text);
}

// "N" or "N:PATTERN".
static bool fault(const reader* r, sk_fault which, const char* name) {
    const char* text = variable(name);
    if (text == NULL) return true;
    const char* rest = text;
    uint64_t nth;
    if (!digits(&rest, &nth) || (*rest != '\0' && (*rest != ':' || rest[1] == '\0')))
        return refuse(r, "%s=%s: not N or N:KERNEL", name, text);
    r->settings->faults[which].armed = true;
    r->settings->faults[which].nth = nth;
    r->settings->faults[which].pattern = *rest == ':' ? rest + 1 : NULL;
    return true;
}

static bool faults(const reader* r) {
    return fault(r, SK_FAULT_MEMORY, "SOFTKFD_MEMORY_FAULT") && fault(r, SK_FAULT_QUEUE, "SOFTKFD_FAIL_DISPATCH")
        && fault(r, SK_FAULT_HANG, "SOFTKFD_HANG_DISPATCH") && fault(r, SK_FAULT_LOSE, "SOFTKFD_LOSE_DISPATCH")
        && fault(r, SK_FAULT_EVICT, "SOFTKFD_EVICT_DISPATCH") && fault(r, SK_FAULT_PAGE, "SOFTKFD_PAGE_FAULT");
}

bool sk_settings_read(sk_settings* settings, char* error, size_t capacity) {
    *settings = (sk_settings){.most_allocations = UINT64_MAX};
    reader r = {settings, error, capacity};
    uint64_t megabytes = 16384, log_level = 0;
    if (!gpus(&r) || !kernel_times(&r) || !copy_speed(&r) || !links(&r) || !faults(&r)) return false;
    if (!number(&r, "SOFTKFD_MEMORY_MB", 256, 200000, &megabytes) || !number(&r, "SOFTKFD_LOG", 0, 3, &log_level)
        || !number(&r, "SOFTKFD_SEED", 0, UINT64_MAX, &settings->seed)
        || !number(&r, "SOFTKFD_OUT_OF_MEMORY", 0, UINT64_MAX, &settings->most_allocations))
        return false;
    settings->memory_bytes = megabytes << 20;
    settings->log_level = (int)log_level;
    settings->truth = variable("SOFTKFD_TRUTH");
    settings->stats = variable("SOFTKFD_STATS");
    return true;
}

static sk_settings settings_of_process;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_settings(void) {
    char error[512];
    if (sk_settings_read(&settings_of_process, error, sizeof error)) return;
    dprintf(STDERR_FILENO, "softkfd: %s\n", error);
    _exit(2);
}

// At the first use: the constructors of libraries that are preloaded beside this one may come before ours.
const sk_settings* sk_settings_get(void) {
    pthread_once(&once, read_settings);
    return &settings_of_process;
}

__attribute__((constructor)) static void check_settings(void) { sk_settings_get(); }
