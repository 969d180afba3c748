// A tool of the older interface in its own program: a callback for each mark.
#include <roctracer.h>
#include <roctracer_roctx.h>
#include <roctx.h>
#include <stdio.h>

static void called(uint32_t domain, uint32_t operation, const void* data, void* argument) {
    (void)domain, (void)argument;
    const roctx_api_data_t* call = data;
    if (operation == ROCTX_API_ID_roctxMarkA) {
        printf("older: %s\n", call->args.message);
    }
}

int main(void) {
    roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, called, NULL);
    roctxMark("mark");
    return 0;
}
