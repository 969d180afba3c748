// A HIP in miniature that does not register: its functions are called through tables, which the first call fills. With
// -DWITHOUT_TABLES they are not, as before HIP 6.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum {
    FUNCTIONS = 120,
    MIXED = 1,
    MISSING = 2,
    ERROR_NAME = 107,
    ERROR_STRING = 108,
    COMPILER_FUNCTIONS = 9,
    REGISTER_BINARY = 2
};

struct table {
    uint64_t size;
    void* functions[FUNCTIONS];
};

struct compiler_table {
    uint64_t size;
    void* functions[COMPILER_FUNCTIONS];
};

EXPORT const char* hipApiName(uintptr_t id);
EXPORT void hip_mock(const char* text);
EXPORT const char* hipGetErrorName(int error);
EXPORT const char* hipGetErrorString(int error);
EXPORT double hip_mixed(int a, int b, int c, int d, int e, int f, int g, double h, double i, double j, double k,
                        double l, double m, double n, double o, double p, char q);
EXPORT void* __hipRegisterFatBinary(const uint32_t* binary);
EXPORT int plain_hip_is_untouched(void);
EXPORT void* plain_hip_table(void);

// The first function is called by two names: the mock SDK replaces it.
static const char* text_or_name(uintptr_t id) {
    if (id < 4096) return "a name";
    printf("[hip] %s\n", (const char*)id);
    return NULL;
}

static const char* error_name(int error) { return error == 0 ? "hipSuccess" : "an error"; }

static const char* error_string(int error) { return error == 0 ? "no error" : "some error"; }

static double mixed(int a, int b, int c, int d, int e, int f, int g, double h, double i, double j, double k, double l,
                    double m, double n, double o, double p, char q) {
    return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q;
}

static void* register_binary(const uint32_t* binary) {
    if (binary != NULL && *binary == 0) return NULL;
    printf("[hip_compiler] %s\n", binary != NULL ? (const char*)binary : "none");
    return NULL;
}

static void other(void) {}

static struct table decoy; // has the form of the table, and is none
static struct table table;
static struct compiler_table compiler;
static pthread_once_t filled = PTHREAD_ONCE_INIT, compiler_filled = PTHREAD_ONCE_INIT;

static void fill_one(struct table* one) {
    for (int i = 0; i < FUNCTIONS; i++) one->functions[i] = other;
    one->functions[0] = text_or_name;
    one->functions[MIXED] = mixed;
    one->functions[MISSING] = NULL;
    one->functions[ERROR_NAME] = error_name;
    one->functions[ERROR_STRING] = error_string;
    __atomic_store_n(&one->size, sizeof *one, __ATOMIC_RELEASE);
}

static void fill(void) {
    fill_one(&decoy);
#ifndef WITHOUT_TABLES
    fill_one(&table);
#endif
}

static void fill_compiler(void) {
    for (int i = 0; i < COMPILER_FUNCTIONS; i++) compiler.functions[i] = other;
    compiler.functions[REGISTER_BINARY] = register_binary;
    __atomic_store_n(&compiler.size, sizeof compiler, __ATOMIC_RELEASE);
}

static void* function_of(int position, void* own) {
    pthread_once(&filled, fill);
    void* function = __atomic_load_n(&table.functions[position], __ATOMIC_ACQUIRE);
    return function != NULL ? function : own;
}

const char* hipApiName(uintptr_t id) { return ((const char* (*)(uintptr_t))function_of(0, text_or_name))(id); }

void hip_mock(const char* text) { ((void (*)(const char*))function_of(0, text_or_name))(text); }

const char* hipGetErrorName(int error) { return ((const char* (*)(int))function_of(ERROR_NAME, error_name))(error); }

const char* hipGetErrorString(int error) {
    return ((const char* (*)(int))function_of(ERROR_STRING, error_string))(error);
}

double hip_mixed(int a, int b, int c, int d, int e, int f, int g, double h, double i, double j, double k, double l,
                 double m, double n, double o, double p, char q) {
    return ((__typeof__(mixed)*)function_of(MIXED, mixed))(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
}

void* __hipRegisterFatBinary(const uint32_t* binary) {
    pthread_once(&compiler_filled, fill_compiler);
    void* function = __atomic_load_n(&compiler.functions[REGISTER_BINARY], __ATOMIC_ACQUIRE);
    return ((void* (*)(const uint32_t*))function)(binary);
}

void* plain_hip_table(void) {
    pthread_once(&filled, fill);
    return &table;
}

int plain_hip_is_untouched(void) {
    return table.size == 0 || (table.functions[0] == text_or_name && table.functions[FUNCTIONS - 1] == other);
}
