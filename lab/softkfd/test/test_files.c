// The devices' descriptors and the driver's files, as libraries look at them.
#define _GNU_SOURCE
#include "driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOPOLOGY "/sys/devices/virtual/kfd/kfd/topology"

// Whether a descriptor speaks to the driver.
static bool speaks(int fd) {
    kfd_version version = {0};
    return ioctl(fd, (unsigned long)0xc0084b01, &version) == 0 && version.major == 1;
}

static void descriptors_stay_what_they_are_when_they_are_duplicated(void) {
    int fd = open("/dev/kfd", O_RDWR);
    CHECK(speaks(fd));
    int copies[] = {dup(fd), dup2(fd, 200), dup3(fd, 201, O_CLOEXEC), fcntl(fd, F_DUPFD, 210),
                    fcntl(fd, F_DUPFD_CLOEXEC, 220)};
    for (int i = 0; i < 5; i++) {
        CHECK(speaks(copies[i]));
        CHECK_EQUAL(0, close(copies[i]));
        CHECK(!speaks(copies[i]));
    }
    CHECK_EQUAL(0, close(fd));
}

static void a_closed_number_is_an_ordinary_file_the_next_time(void) {
    int fd = open("/dev/kfd", O_RDWR);
    CHECK_EQUAL(0, close_range((unsigned)fd, (unsigned)fd, 0));
    CHECK_EQUAL(fd, open("/dev/zero", O_RDWR));
    CHECK(!speaks(fd));
    char byte = 1;
    CHECK_EQUAL(1, read(fd, &byte, 1));
    void* private = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    CHECK(private != MAP_FAILED);
    CHECK_EQUAL(200, dup2(open("/dev/kfd", O_RDWR), 200));
    CHECK_EQUAL(200, dup2(fd, 200));
    CHECK(!speaks(200));
}

static void the_devices_look_like_character_devices(void) {
    struct stat status;
    CHECK_EQUAL(0, stat("/dev/kfd", &status));
    CHECK(S_ISCHR(status.st_mode));
    CHECK_EQUAL(0, access("/dev/kfd", R_OK | W_OK));
    CHECK_EQUAL(0, access("/dev/dri/renderD130", R_OK | W_OK));
    CHECK(access("/dev/dri/renderD131", F_OK) != 0);
    CHECK_EQUAL(-1, open("/dev/dri/renderD131", O_RDWR));
    int fd = open("/dev/dri/renderD128", O_RDWR);
    CHECK(fd >= 0 && !speaks(fd));
    CHECK_EQUAL(EINVAL, errno);
}

static unsigned long property(int node, const char* name) {
    char path[256], key[64];
    snprintf(path, sizeof path, TOPOLOGY "/nodes/%d/properties", node);
    FILE* file = fopen(path, "r");
    CHECK(file != NULL);
    unsigned long value;
    while (fscanf(file, "%63s %lu", key, &value) == 2) {
        if (strcmp(key, name) != 0) continue;
        fclose(file);
        return value;
    }
    CHECK(!"no such property");
    return 0;
}

static int entries(const char* path) {
    DIR* folder = opendir(path);
    CHECK(folder != NULL);
    int count = 0;
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void the_topology_has_a_node_for_each_gpu_and_the_links_between_them(void) {
    CHECK_EQUAL(4, entries(TOPOLOGY "/nodes"));
    CHECK_EQUAL(4, entries("/sys/class/kfd/kfd/topology/nodes"));
    CHECK_EQUAL(90010, property(1, "gfx_target_version"));
    CHECK_EQUAL(90010, property(2, "gfx_target_version"));
    CHECK_EQUAL(110000, property(3, "gfx_target_version"));
    CHECK_EQUAL(32, property(3, "wave_front_size"));
    CHECK_EQUAL(130, property(3, "drm_render_minor"));
    CHECK(property(1, "hive_id") != 0 && property(1, "hive_id") == property(2, "hive_id"));
    CHECK_EQUAL(0, property(3, "hive_id"));
    for (int node = 0; node < 4; node++) {
        char path[256];
        snprintf(path, sizeof path, TOPOLOGY "/nodes/%d/io_links", node);
        CHECK_EQUAL(entries(path), property(node, "io_links_count"));
        snprintf(path, sizeof path, TOPOLOGY "/nodes/%d/p2p_links", node);
        if (property(node, "p2p_links_count") > 0) CHECK_EQUAL(entries(path), property(node, "p2p_links_count"));
    }
    CHECK_EQUAL(2, property(1, "io_links_count")); // the host, and the GPU of its kind
    CHECK_EQUAL(1, property(1, "p2p_links_count"));
    CHECK_EQUAL(2, property(3, "p2p_links_count"));
}

static void the_module_is_loaded(void) {
    char text[16] = {0};
    FILE* file = fopen("/sys/module/amdgpu/initstate", "r");
    CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) == 5);
    CHECK_EQUAL(0, strcmp("live\n", text));
    fclose(file);
}

static void other_paths_are_what_they_always_were(void) {
    struct stat status;
    CHECK_EQUAL(-1, stat("/sys/devices/virtual/kfd/kfd/topologyx", &status));
    CHECK_EQUAL(0, stat("/sys/module", &status));
    int fd = open("/proc/self/stat", O_RDONLY);
    CHECK(fd >= 0 && close(fd) == 0);
    CHECK_EQUAL(-1, open("/no/such/file", O_RDONLY));
    CHECK_EQUAL(ENOENT, errno);
    CHECK(fopen("/no/such/file", "r") == NULL);
    char name[] = "/tmp/softkfd-test-XXXXXX";
    fd = mkstemp(name);
    CHECK(fd >= 0 && close(fd) == 0);
    CHECK_EQUAL(0, unlink(name));
    fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0640);
    CHECK(fd >= 0 && fstat(fd, &status) == 0);
    CHECK_EQUAL(0640, status.st_mode & 0777);
    CHECK_EQUAL(0, unlink(name));
}

int main(int count, char** arguments) {
    (void)count;
    umask(0);
    with_settings(arguments, "SOFTKFD_GPUS=3", "SOFTKFD_ARCHITECTURE=gfx90a,gfx90a,gfx1100", NULL);
    the_topology_has_a_node_for_each_gpu_and_the_links_between_them();
    the_module_is_loaded();
    the_devices_look_like_character_devices();
    descriptors_stay_what_they_are_when_they_are_duplicated();
    a_closed_number_is_an_ordinary_file_the_next_time();
    other_paths_are_what_they_always_were();
    return 0;
}
