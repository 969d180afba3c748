// The kernel driver's events: a file per GPU that yields lines of text. This file only reads and waits.
#include "gpu/kfd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

// From the kernel's linux/kfd_ioctl.h, which needs headers of libdrm that few machines have.
struct kfd_ioctl_get_version_args {
    uint32_t major_version, minor_version; // from the driver
};
struct kfd_ioctl_smi_events_args {
    uint32_t gpuid;   // to the driver
    uint32_t anon_fd; // from the driver
};
#define AMDKFD_IOC_GET_VERSION _IOR('K', 0x01, struct kfd_ioctl_get_version_args)
#define AMDKFD_IOC_SMI_EVENTS _IOWR('K', 0x1F, struct kfd_ioctl_smi_events_args)

enum { MOST_SOURCES = 128 };

static struct pollfd sources[MOST_SOURCES];
static int source_count;
static int last_served = -1;
static int driver = -1; // open as long as the process listens, as other users of the driver keep it
static int stop_event = -1;
static int stopped;

static int retry_ioctl(int fd, unsigned long request, void* arguments) {
    int result;
    do result = ioctl(fd, request, arguments);
    while (result == -1 && (errno == EINTR || errno == EAGAIN));
    return result;
}

uint64_t rpj_kfd_version(const char* device) {
    int fd = open(device, O_RDWR | O_CLOEXEC);
    if (fd < 0) return 0;
    struct kfd_ioctl_get_version_args version = {0, 0};
    int result = retry_ioctl(fd, AMDKFD_IOC_GET_VERSION, &version);
    close(fd);
    return result == -1 ? 0 : (uint64_t)version.major_version << 32 | version.minor_version;
}

bool rpj_kfd_watch(int fd) {
    if (source_count == MOST_SOURCES) return false;
    sources[source_count++] = (struct pollfd){.fd = fd, .events = POLLIN};
    return true;
}

// The driver returns a file, to which the events to log must then be written.
static bool listen_to(uint32_t gpu, uint64_t mask) {
    struct kfd_ioctl_smi_events_args events = {.gpuid = gpu};
    if (retry_ioctl(driver, AMDKFD_IOC_SMI_EVENTS, &events) == -1) return false;
    int fd = (int)events.anon_fd;
    if (write(fd, &mask, sizeof mask) == (ssize_t)sizeof mask && rpj_kfd_watch(fd)) return true;
    close(fd);
    return false;
}

uint64_t rpj_kfd_start(const char* device, const uint32_t* gpus, uint64_t count, uint64_t mask) {
    driver = open(device, O_RDWR | O_CLOEXEC);
    if (driver < 0) return 0;
    uint64_t listening = 0;
    for (uint64_t i = 0; i < count; i++) listening += listen_to(gpus[i], mask);
    return listening;
}

// An event that outlives its reader: created by the first call of stop or next, and never closed.
static int stop_fd(void) {
    int known = __atomic_load_n(&stop_event, __ATOMIC_ACQUIRE);
    if (known >= 0) return known;
    int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (__atomic_compare_exchange_n(&stop_event, &known, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
    close(made);
    return known;
}

void rpj_kfd_stop(void) {
    __atomic_store_n(&stopped, 1, __ATOMIC_SEQ_CST);
    uint64_t one = 1;
    ssize_t ignored = write(stop_fd(), &one, sizeof one);
    (void)ignored;
}

static uint64_t close_all(void) {
    for (int i = 0; i < source_count; i++)
        if (sources[i].fd >= 0) close(sources[i].fd);
    source_count = 0;
    if (driver >= 0) close(driver);
    driver = -1;
    return 0;
}

// Reads a source's text, or returns 0; a source that has ended is ignored from then on.
static uint64_t read_source(int i, char* text, uint64_t capacity) {
    ssize_t bytes = read(sources[i].fd, text, capacity);
    if (bytes > 0) return (uint64_t)bytes;
    if (bytes == 0 || (errno != EINTR && errno != EAGAIN)) {
        close(sources[i].fd);
        sources[i].fd = -1; // poll passes over negative ones
    }
    return 0;
}

static bool any_left(void) {
    for (int i = 0; i < source_count; i++)
        if (sources[i].fd >= 0) return true;
    return false;
}

// Round robin, so that one GPU with many events does not starve the others.
static uint64_t next_text(char* text, uint64_t capacity) {
    for (int step = 1; step <= source_count; step++) {
        int i = (last_served + step) % source_count;
        if (sources[i].fd < 0 || !sources[i].revents) continue;
        sources[i].revents = 0;
        uint64_t bytes = read_source(i, text, capacity);
        if (!bytes) continue;
        last_served = i;
        return (uint64_t)i << 32 | bytes;
    }
    return 0;
}

// After the stop, text already in the sources is still read, but without waiting.
uint64_t rpj_kfd_next(char* text, uint64_t capacity) {
    struct pollfd all[MOST_SOURCES + 1];
    for (bool over = false; any_left();) {
        uint64_t found = next_text(text, capacity);
        if (found) return found;
        if (over) break;
        over = __atomic_load_n(&stopped, __ATOMIC_SEQ_CST);
        for (int i = 0; i < source_count; i++) all[i] = sources[i];
        all[source_count] = (struct pollfd){.fd = stop_fd(), .events = POLLIN};
        if (poll(all, (nfds_t)source_count + 1, over ? 0 : -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < source_count; i++) sources[i].revents = all[i].revents;
    }
    return close_all();
}
