// longtexts: a mark, a range, and a kernel that is launched, whose names have 100,001 bytes: an x and 50,000 characters
// of two bytes, so that a limit at an even number of bytes is within one. A mark of 32,768 bytes.
#include <stdlib.h>
#include <string.h>

#include "gpu_program.h"
#include <rocprofiler-sdk-roctx/roctx.h>

enum { CHARACTERS = 50000, LONGEST_WHOLE = 32768 };

static void kernel(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

int main(void) {
    char* text = calloc(1, 2 + 2 * CHARACTERS);
    char* whole = calloc(1, LONGEST_WHOLE + 1);
    if (text == NULL || whole == NULL) return 1;
    text[0] = 'x';
    for (size_t i = 0; i < CHARACTERS; i++) memcpy(text + 1 + 2 * i, "\xc3\xa9", 2);
    memset(whole, 'y', LONGEST_WHOLE);
    roctxMarkA(whole);
    roctxMarkA(text);
    roctxRangePushA(text);
    roctxRangePop();
    void** binary = __hipRegisterFatBinary(NULL);
    if (softgpu_register_kernel(kernel, text) != 0) return 1;
    __hipRegisterFunction(binary, (void*)(uintptr_t)kernel, text, text, 64, NULL, NULL, NULL, NULL, NULL);
    dim3 one = {1, 1, 1};
    if (hipLaunchKernel((void*)(uintptr_t)kernel, one, one, NULL, 0, NULL) != hipSuccess) return 1;
    return hipDeviceSynchronize() != hipSuccess;
}
