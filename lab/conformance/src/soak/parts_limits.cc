// Parts of random programs: threads that are cancelled or exit during a call, descriptors that are closed, limits
// that are set.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "soak.h"

namespace soak {

namespace {

struct Victim {
    int how;
    Random random;
    std::atomic<int> rounds{0};
};

void on_cancel(void*) { call_device(77); }

void sleep_inside(void*) {
    timespec moment = {0, 20000};
    nanosleep(&moment, nullptr); // where a thread is cancelled
}

// No frame between this one and the called function needs cleanup: the thread may be cancelled at any instruction.
__attribute__((noinline)) void call_anywhere(uint64_t seed) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
    for (uint64_t i = 0; i < 10; i++) call_device(seed + i);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr);
}

void* be_cancelled(void* argument) {
    auto* victim = static_cast<Victim*>(argument);
    Random random = victim->random;
    pthread_cleanup_push(on_cancel, nullptr);
    for (;;) {
        Body sleeping = {sleep_inside, nullptr};
        if (victim->how == 0) {
            call_anywhere(random.next());
        } else if (victim->how == 1) {
            call_inside(&sleeping);
        } else {
            some_calls(Random(random.next()), 5);
            pthread_testcancel();
        }
        victim->rounds++;
    }
    pthread_cleanup_pop(0);
    return nullptr;
}

void* leave_thread(void*) {
    Body body = {[](void*) { pthread_exit((void*)5); }, nullptr};
    some_calls(Random(6), 4);
    call_inside(&body);
    return nullptr;
}

} // namespace

std::string cancel_part(Random& random) {
    std::string said;
    for (int i = random.between(1, 10); i > 0; i--) {
        void* result = nullptr;
        if (random.chance(20)) {
            pthread_join(start_thread(256 << 10, leave_thread, nullptr), &result);
            said += result == (void*)5 ? "left " : "? ";
            continue;
        }
        Victim victim{random.below(3), Random(random.next())};
        int rounds = random.below(4);
        pthread_t thread = start_thread((size_t)random.one_of({128, 1024}) << 10, be_cancelled, &victim);
        while (victim.rounds < rounds) sched_yield();
        for (int spin = random.below(3000); spin > 0; spin--) __asm__ volatile("");
        pthread_cancel(thread);
        pthread_join(thread, &result);
        said += result == PTHREAD_CANCELED ? "cancelled " : "? ";
    }
    return said;
}

// --- descriptors ---------------------------------------------------------------------------------------------------

namespace {

std::string name_of(uint64_t number) { return "own-" + std::to_string(number % 100000); }

bool has(const std::string& name, char byte, size_t size) {
    struct stat status;
    char read_back[4096];
    int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    bool same = file >= 0 && fstat(file, &status) == 0 && (size_t)status.st_size == size;
    for (size_t at = 0; same && at < size;) {
        ssize_t length = read(file, read_back, sizeof read_back);
        same = length > 0;
        for (ssize_t i = 0; i < length && same; i++) same = read_back[i] == byte;
        at += length > 0 ? (size_t)length : 0;
    }
    if (file >= 0) close(file);
    return same;
}

} // namespace

// Closes descriptors that the program does not own and reuses their numbers for its own files, some as large as a
// new segment.
std::string descriptors_part(Random& random) {
    std::vector<int> files;
    std::vector<std::string> names;
    std::vector<size_t> sizes;
    for (int number = 3; number < 1024; number++) close(number);
    int same = 0, count = random.between(1, 8);
    for (int i = 0; i < count; i++) {
        names.push_back(name_of(random.next()));
        sizes.push_back((size_t)random.one_of({100, 4096, 4 << 20, (4 << 20) + 4096, (8 << 20) + 4096}));
        int file = open(names.back().c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        std::string content(sizes.back(), (char)('a' + i));
        if (file < 0 || write(file, content.data(), content.size()) != (ssize_t)content.size()) return "no file";
        files.push_back(file);
    }
    some_calls(Random(random.next()), random.one_of({10, 1000, 20000}));
    for (int i = 0; i < count; i++) {
        close(files[(size_t)i]);
        same += has(names[(size_t)i], (char)('a' + i), sizes[(size_t)i]);
        if (random.chance(70)) unlink(names[(size_t)i].c_str());
    }
    return std::to_string(same) + " of " + std::to_string(count);
}

// --- limits --------------------------------------------------------------------------------------------------------

namespace {

size_t mapped_bytes() {
    char line[128] = {};
    FILE* file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    size_t pages = fgets(line, sizeof line, file) ? strtoul(line, nullptr, 10) : 0;
    fclose(file);
    return pages * 4096;
}

} // namespace

std::string limits_part(Random& random) {
    static const struct {
        const char* name;
        __rlimit_resource resource;
    } all[] = {{"size of files", RLIMIT_FSIZE},
               {"descriptors", RLIMIT_NOFILE},
               {"address space", RLIMIT_AS},
               {"stack", RLIMIT_STACK}};
    const auto& one = all[random.below(4)];
    rlimit before, lower;
    if (getrlimit(one.resource, &before) != 0) return "?";
    lower = before;
    if (one.resource == RLIMIT_FSIZE) lower.rlim_cur = (rlim_t)random.one_of({0, 1, 64 << 10, 1 << 20, 9 << 20});
    if (one.resource == RLIMIT_NOFILE) lower.rlim_cur = (rlim_t)random.one_of({3, 4, 8, 16});
    if (one.resource == RLIMIT_AS) lower.rlim_cur = mapped_bytes() + ((size_t)random.one_of({1, 8, 64}) << 20);
    if (one.resource == RLIMIT_STACK) lower.rlim_cur = (rlim_t)random.one_of({256 << 10, 1 << 20});
    if (lower.rlim_cur > before.rlim_max) lower.rlim_cur = before.rlim_max;
    setrlimit(one.resource, &lower);
    some_calls(Random(random.next()), random.one_of({20, 500, 30000}));
    setrlimit(one.resource, &before);
    return one.name;
}

} // namespace soak
