// A ROCm runtime in miniature: one entry, a table, registration at first use. Compiled once per library with
//   NAME     common name             VERSION  its library version
//   TABLES   tables it registers     ENTRY    its public function, void ENTRY(const char*)
//   NEEDS    (optional) public function of the runtime below, called first
//   IMPORT   (optional) a wrong name for its import function
#include <pthread.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <stdio.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)
#define EXPORT __attribute__((visibility("default")))
#ifndef IMPORT
#define IMPORT JOIN(rocprofiler_register_import_, NAME)
#endif

struct table {
    uint64_t size;
    void (*entry)(const char* text);
};

#ifdef NEEDS
void NEEDS(const char* text);
#endif

static void plain_entry(const char* text) { printf("[" TEXT(NAME) "] %s\n", text); }

static struct table copies[TABLES];
static struct table original = {sizeof original, plain_entry};
static struct table* in_force = &original;
static pthread_once_t once = PTHREAD_ONCE_INIT;

EXPORT uint32_t IMPORT(void);
EXPORT uint32_t IMPORT(void) { return VERSION; }

static void initialise(void) {
#ifdef NEEDS
    NEEDS("for " TEXT(NAME));
#endif
    void* tables[TABLES];
    for (int i = 0; i < TABLES; i++) {
        copies[i] = original;
        tables[i] = &copies[i];
    }
    rocprofiler_register_library_indentifier_t identifier = {UINT64_MAX};
    rocprofiler_register_error_code_t result =
        rocprofiler_register_library_api_table(TEXT(NAME), &IMPORT, VERSION, tables, TABLES, &identifier);
    if (result == ROCP_REG_SUCCESS) {
        in_force = &copies[0];
        printf("[" TEXT(NAME) "] identifier %lu\n", identifier.handle);
    } else if (result != ROCP_REG_NO_TOOLS) {
        printf("[" TEXT(NAME) "] %s\n", rocprofiler_register_error_string(result));
    }
}

EXPORT void ENTRY(const char* text);
EXPORT void ENTRY(const char* text) {
    pthread_once(&once, initialise);
    in_force->entry(text);
}
