// chosen: a small HIP program with its own exit code, 6.
#include <stdio.h>

#include <hip/hip_runtime_api.h>

int main(void) {
    unsigned char host[64] = {0};
    void* device = NULL;
    if (hipMalloc(&device, sizeof host) || hipMemset(device, 3, sizeof host)) return 1;
    if (hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost) || hipFree(device)) return 1;
    puts(host[0] == 3 && host[63] == 3 ? "right result" : "wrong result");
    return 6;
}
