// hip CODE_OBJECT SCENARIO...: what programs do with HIP, on AMD's real runtime.
#include "hip.h"

static const char* code_object;

hipFunction_t loaded(const char* name) {
    hipModule_t module;
    hipFunction_t function;
    HIP(hipModuleLoad(&module, code_object));
    HIP(hipModuleGetFunction(&function, module, name));
    return function;
}

static int run(const scenario* all, const char* name) {
    for (; all->name != NULL; all++)
        if (!strcmp(all->name, name)) {
            printf("%s:", name);
            all->run();
            printf("\n");
            fflush(stdout);
            return 1;
        }
    return 0;
}

int main(int count, char** words) {
    if (count < 3) return 2;
    code_object = words[1];
    for (int i = 2; i < count; i++)
        if (!run(kernel_scenarios, words[i]) && !run(copy_scenarios, words[i]) && !run(process_scenarios, words[i])) {
            fprintf(stderr, "no scenario %s\n", words[i]);
            return 2;
        }
    return 0;
}
