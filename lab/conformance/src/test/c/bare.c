// bare: how the product affects a program without a tool. Prints the result of registration, and whether it added
// threads or a JVM.
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>

static int threads(void) {
    int count = 0;
    DIR* tasks = opendir("/proc/self/task");
    for (struct dirent* task; (task = readdir(tasks));) count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
}

static void mapped(const char* library) {
    char line[4096];
    int found = 0;
    FILE* maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps)) found |= strstr(line, library) != NULL;
    fclose(maps);
    printf("%s: %s\n", library, found ? "mapped" : "not mapped");
}

static uint32_t import(void) { return 1; }

int main(void) {
    struct {
        uint64_t size;
        void* functions[3];
    } table = {sizeof table, {(void*)threads, (void*)mapped, (void*)import}};
    void* tables[] = {&table};
    rocprofiler_register_library_indentifier_t id = {0};
    int before = threads();
    rocprofiler_register_error_code_t code =
        rocprofiler_register_library_api_table("rccl", import, 20000, tables, 1, &id);
    printf("registration: %d %s\n", (int)code, rocprofiler_register_error_string(code));
    printf("table: %s\n", table.functions[0] == (void*)threads ? "untouched" : "changed");
    for (int i = 0; i < 1000; i++) {
        roctxRangePushA("range");
        roctxMarkA("mark");
        roctxRangePop();
    }
    printf("threads: %d more\n", threads() - before);
    mapped("libjvm");
    mapped("librocprofiler-sdk.so");
    return 0;
}
