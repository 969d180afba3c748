#include "rt_kept_arguments.inc"
#include <stdio.h>

static void show(unsigned id) {
    const struct rt_arguments* call = &rt_hip_arguments_of[id];
    printf("%u:", id);
    for (int i = 0; i < call->count; i++) {
        const struct rt_argument* argument = &rt_hip_arguments[call->first + i];
        printf(" %d", argument->value);
        if (argument->pointer >= 0) printf(" through %d, %d bytes", argument->pointer, argument->bytes);
        printf(argument->string ? " string;" : ";");
    }
    printf(" end %d\n", call->end);
}

int main(void) {
    show(108);
    show(107);
    show(365);
    return rt_hsa_arguments_of[0].count + rt_hsa_arguments[0].pointer + 1;
}
