// rt_log NAME: writes one error, about NAME, to this process's log.
#include "rt_program.h"

int main(int argc, char** argv) {
    uint32_t op, kind;
    if (argc != 2) return 2;
    EXPECT(roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, argv[1], &op, &kind) != 0);
    printf("pid%d tid%d\n", getpid(), (int)syscall(SYS_gettid));
    return 0;
}
