// The order among HSA's tools libraries, and behind it the descriptor (roctracer_descriptor.h).
#include <stddef.h>

#include "../../roctracer_descriptor.h"

_Static_assert(sizeof(struct rt_descriptor) == 24 && offsetof(struct rt_descriptor, configure) == 16, "as below");

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

__asm__(".section .rodata\n"
        ".balign 16\n"
        ".globl HSA_AMD_TOOL_PRIORITY\n"
        ".type HSA_AMD_TOOL_PRIORITY, @object\n"
        ".size HSA_AMD_TOOL_PRIORITY, 4\n"
        "HSA_AMD_TOOL_PRIORITY:\n"
        ".long 50\n"
        ".long 24\n"
        ".quad " TEXT(RT_DESCRIPTOR_MAGIC) "\n"
                                           ".long rt_client_configure - .\n"
                                           ".long rt_appeared - .\n"
                                           ".text\n");
