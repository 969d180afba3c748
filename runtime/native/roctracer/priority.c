/// The order among HSA's tools libraries, and behind it the descriptor (descriptor.h).
#include "descriptor.h"
#include <stddef.h>

_Static_assert(sizeof(struct rt_descriptor) == 24 && offsetof(struct rt_descriptor, configure) == 16, "as below");

__asm__(".section .rodata\n"
        ".balign 16\n"
        ".globl HSA_AMD_TOOL_PRIORITY\n"
        ".type HSA_AMD_TOOL_PRIORITY, @object\n"
        ".size HSA_AMD_TOOL_PRIORITY, 4\n"
        "HSA_AMD_TOOL_PRIORITY:\n"
        ".long 50\n"
        ".long 24\n"
        ".quad 0x31636172742d6a70\n"
        ".long rt_client_configure - .\n"
        ".long rt_appeared - .\n"
        ".text\n");
