// Scenarios of memory: copies and fills, whose results are compared.
#include "hip.h"

static void copies(void) {
    enum { LARGE = 8 << 20 };
    int *from = malloc(LARGE), *to = malloc(LARGE), *one, *two;
    HIP(hipMalloc((void**)&one, LARGE));
    HIP(hipMalloc((void**)&two, LARGE));
    pattern(from, LARGE / 4, 3);
    HIP(hipMemcpy(one, from, LARGE, hipMemcpyHostToDevice));
    HIP(hipMemcpy(two, one, LARGE, hipMemcpyDeviceToDevice));
    HIP(hipMemcpy(to, two, LARGE, hipMemcpyDeviceToHost));
    printf(" %d wrong,", differing(to, LARGE / 4, 3));
    for (size_t bytes = 1; bytes <= 1 << 16; bytes *= 4) {
        memset(to, 0, bytes);
        HIP(hipMemcpy(one, from, bytes, hipMemcpyHostToDevice));
        HIP(hipMemcpy(to, one, bytes, hipMemcpyDeviceToHost));
        printf(" %d", memcmp(from, to, bytes));
    }
    HIP(hipMemcpy(one, from, 0, hipMemcpyHostToDevice));
    HIP(hipFree(one));
    HIP(hipFree(two));
    free(from);
    free(to);
}

static void pinned(void) {
    hipStream_t stream;
    int *host, *memory, *plain = malloc(BYTES);
    HIP(hipStreamCreate(&stream));
    HIP(hipHostMalloc((void**)&host, BYTES, 0));
    HIP(hipMalloc((void**)&memory, BYTES));
    HIP(hipHostRegister(plain, BYTES, 0));
    int wrong = 0;
    for (int i = 0; i < 10; i++) {
        pattern(host, COUNT, i);
        HIP(hipMemcpyAsync(memory, host, BYTES, hipMemcpyHostToDevice, stream));
        HIP(hipMemcpyAsync(plain, memory, BYTES, hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        wrong += differing(plain, COUNT, i);
    }
    HIP(hipHostUnregister(plain));
    HIP(hipHostFree(host));
    printf(" %d wrong", wrong);
}

static void fills(void) {
    unsigned char *memory, host[4 * COUNT];
    HIP(hipMalloc((void**)&memory, sizeof host));
    HIP(hipMemset(memory, 0x5a, sizeof host));
    HIP(hipMemcpy(host, memory, sizeof host, hipMemcpyDeviceToHost));
    printf(" %d", unequal(host, sizeof host, 0x5a));
    HIP(hipMemsetAsync(memory, 0x11, 1001, NULL));
    HIP(hipMemsetD32((hipDeviceptr_t)(memory + 2048), 0x22222222, 100));
    HIP(hipMemcpy(host, memory, sizeof host, hipMemcpyDeviceToHost));
    printf(" %d %d %d", unequal(host, 1001, 0x11), unequal(host + 1001, 1047, 0x5a), unequal(host + 2048, 400, 0x22));
}

static void rectangles(void) {
    enum { WIDTH = 100, HEIGHT = 30, PITCH = 256 };
    static unsigned char host[PITCH * HEIGHT], back[PITCH * HEIGHT];
    unsigned char* memory;
    size_t pitch;
    HIP(hipMallocPitch((void**)&memory, &pitch, WIDTH, HEIGHT));
    for (size_t i = 0; i < sizeof host; i++) host[i] = (unsigned char)(i * 7);
    HIP(hipMemcpy2D(memory, pitch, host, PITCH, WIDTH, HEIGHT, hipMemcpyHostToDevice));
    HIP(hipMemcpy2D(back, PITCH, memory, pitch, WIDTH, HEIGHT, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++) wrong += memcmp(host + PITCH * y, back + PITCH * y, WIDTH) != 0;
    printf(" %d", wrong);
    HIP(hipMemset2D(memory, pitch, 0x33, WIDTH, HEIGHT));
    HIP(hipMemcpy2D(back, PITCH, memory, pitch, WIDTH, HEIGHT, hipMemcpyDeviceToHost));
    wrong = 0;
    for (int y = 0; y < HEIGHT; y++) wrong += unequal(back + PITCH * y, WIDTH, 0x33);
    printf(" %d", wrong);
}

static void symbols(void) {
    int host[64], back[64] = {0};
    pattern(host, 64, 9);
    HIP(hipMemcpyToSymbol(table, host, sizeof host, 0, hipMemcpyHostToDevice));
    HIP(hipMemcpyFromSymbol(back, table, sizeof back, 0, hipMemcpyDeviceToHost));
    printf(" %d wrong", differing(back, 64, 9));
}

static void peer(void) {
    int *here, *there, host[COUNT], back[COUNT], count, can = 0;
    HIP(hipGetDeviceCount(&count));
    pattern(host, COUNT, 4);
    HIP(hipMalloc((void**)&here, BYTES));
    HIP(hipSetDevice(count - 1));
    HIP(hipMalloc((void**)&there, BYTES));
    HIP(hipMemset(there, 0, BYTES));
    HIP(hipDeviceSynchronize());
    HIP(hipSetDevice(0));
    HIP(hipMemcpy(here, host, BYTES, hipMemcpyHostToDevice));
    for (int i = 0; i < 5; i++) HIP(hipMemcpyPeer(there, count - 1, here, 0, BYTES));
    HIP(hipDeviceSynchronize());
    HIP(hipMemcpy(back, there, BYTES, hipMemcpyDeviceToHost));
    printf(" %d wrong,", differing(back, COUNT, 4));
    if (count > 1) HIP(hipDeviceCanAccessPeer(&can, 0, 1));
    if (can) HIP(hipDeviceEnablePeerAccess(1, 0));
    HIP(hipMemset(here, 0, BYTES));
    HIP(hipMemcpy(here, there, BYTES, hipMemcpyDeviceToDevice));
    HIP(hipMemcpy(back, here, BYTES, hipMemcpyDeviceToHost));
    printf(" %d wrong", differing(back, COUNT, 4));
}

static void managed(void) {
    int* memory;
    HIP(hipMallocManaged((void**)&memory, BYTES, hipMemAttachGlobal));
    pattern(memory, COUNT, 8);
    HIP(hipMemAdvise(memory, BYTES, hipMemAdviseSetPreferredLocation, 0));
    (void)hipMemPrefetchAsync(memory, BYTES, 0, NULL);
    for (int i = 0; i < 5; i++) launch_empty(NULL);
    HIP(hipDeviceSynchronize());
    printf(" %d wrong", differing(memory, COUNT, 8));
    HIP(hipFree(memory));
}

static void asynchronous(void) {
    hipStream_t stream;
    int host[COUNT], wrong = 0;
    HIP(hipStreamCreate(&stream));
    for (int i = 0; i < 20; i++) {
        int* memory;
        pattern(host, COUNT, i);
        HIP(hipMallocAsync((void**)&memory, BYTES, stream));
        HIP(hipMemcpyAsync(memory, host, BYTES, hipMemcpyHostToDevice, stream));
        launch_empty(stream);
        HIP(hipMemcpyAsync(host, memory, BYTES, hipMemcpyDeviceToHost, stream));
        HIP(hipFreeAsync(memory, stream));
        HIP(hipStreamSynchronize(stream));
        wrong += differing(host, COUNT, i);
    }
    printf(" %d wrong", wrong);
}

const scenario copy_scenarios[] = {{"copies", copies},         {"pinned", pinned},      {"fills", fills},
                                   {"rectangles", rectangles}, {"symbols", symbols},    {"peer", peer},
                                   {"managed", managed},       {"async", asynchronous}, {NULL, NULL}};
