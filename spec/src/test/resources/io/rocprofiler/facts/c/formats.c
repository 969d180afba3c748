#include "rt_formats.inc"
#include <stdio.h>

static void show(const struct rt_arguments* call, const struct rt_argument* all) {
    printf("%s:", call->name);
    for (int i = 0; i < call->count; i++) {
        const struct rt_argument* argument = &all[call->first + i];
        printf("%s %s at %d", i == 0 ? "" : ";", argument->name, argument->value);
        if (argument->pointer >= 0) printf(" through %d, %d bytes", argument->pointer, argument->bytes);
        if (argument->form == RT_FORM_STRUCT && argument->bytes < 100) {
            const struct rt_shape* shape = &rt_shapes[argument->shape];
            for (int k = 0; k < shape->count; k++) printf("%s%s", k == 0 ? " {" : " ", rt_members[shape->first + k].name);
            printf("}");
        } else {
            printf(", form %d", argument->form);
        }
    }
    printf("; result %d\n", call->result);
}

int main(void) {
    show(&rt_hip_arguments_of[108], rt_hip_arguments);
    show(&rt_hip_arguments_of[107], rt_hip_arguments);
    show(&rt_hip_arguments_of[365], rt_hip_arguments);
    return rt_hsa_arguments_of[0].count + rt_hsa_arguments[0].pointer + 1;
}
