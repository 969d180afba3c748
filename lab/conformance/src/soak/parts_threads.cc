// Parts of random programs: threads, ranges, deep stacks, calls that are left without returning, and libraries.
#include <alloca.h>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <memory>

#include "soak.h"

namespace soak {

pthread_t start_thread(size_t stack_bytes, void* (*run)(void*), void* argument, bool detached) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    if (stack_bytes) pthread_attr_setstacksize(&attributes, stack_bytes);
    if (detached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (int error = pthread_create(&thread, &attributes, run, argument)) {
        wrong("no thread", error);
        _exit(98);
    }
    pthread_attr_destroy(&attributes);
    return thread;
}

namespace {

struct Work {
    const std::function<void(int)>* work;
    int number;
};

void* run_work(void* argument) {
    auto* work = static_cast<Work*>(argument);
    (*work->work)(work->number);
    return nullptr;
}

} // namespace

std::vector<int> run_threads(Random& random, int count, const std::function<void(int)>& work) {
    std::vector<pthread_t> threads;
    std::vector<Work> works((size_t)count);
    std::vector<int> sizes;
    for (int i = 0; i < count; i++) {
        int kib = random.one_of({64, 128, 256, 1024, 8192});
        works[(size_t)i] = {&work, i};
        sizes.push_back(kib);
        threads.push_back(start_thread((size_t)kib << 10, run_work, &works[(size_t)i]));
    }
    for (pthread_t thread : threads) pthread_join(thread, nullptr);
    return sizes;
}

std::string calls_part(Random& random) {
    int count = random.between(1, 300);
    some_calls(Random(random.next()), count);
    return std::to_string(count);
}

std::string threads_part(Random& random) {
    int count = random.between(1, 8), generations = random.between(1, 4);
    std::string said;
    for (int i = 0; i < generations; i++) {
        uint64_t seed = random.next();
        int calls = random.between(1, 100);
        for (int kib :
             run_threads(random, count, [=](int number) { some_calls(Random(seed + (uint64_t)number), calls); }))
            said += std::to_string(kib) + " ";
    }
    return said;
}

// Ranges that another thread stops, ranges that are never ended, and ends without a range.
std::string ranges_part(Random& random) {
    std::vector<uint64_t> started;
    int depth = random.between(1, 40), left = random.below(3);
    for (int i = 0; i < depth; i++) push();
    for (int i = random.between(1, 20); i > 0; i--) started.push_back(start());
    for (int i = 0; i < depth - left; i++) pop();
    run_threads(random, 1, [&](int) {
        for (size_t i = (size_t)left; i < started.size(); i++) stop(started[i]);
        pop();
        stop(0xdead);
    });
    return std::to_string(depth) + " " + std::to_string(started.size());
}

// --- deep stacks ---------------------------------------------------------------------------------------------------

namespace {

__attribute__((noinline)) long deep(size_t bytes, Random random) {
    volatile char* locals = static_cast<volatile char*>(alloca(bytes));
    long sum = 0;
    for (size_t i = 0; i < bytes; i += 4096) locals[i] = 1;
    some_calls(random, 20);
    for (size_t i = 0; i < bytes; i += 4096) sum += locals[i];
    return sum;
}

enum { FOLLOWED = 50 };

struct Nesting {
    int depth, reached;
    Random random;
};

void nest(void* argument) {
    auto* nesting = static_cast<Nesting*>(argument);
    if (nesting->reached < nesting->depth) {
        Body body = {nest, nesting};
        nested_deeply = ++nesting->reached > FOLLOWED;
        call_inside(&body);
        nested_deeply = --nesting->reached > FOLLOWED;
    } else {
        some_calls(nesting->random, 5);
    }
}

} // namespace

std::string deep_part(Random& random) {
    int kib = random.one_of({100, 700, 1000, 1500, 3000, 6000}), depth = random.between(1, 100);
    int mib = random.one_of({16, 64, 512});
    long pages = 0;
    // Runs on the main thread's stack, if this is the main thread.
    if (getpid() == gettid()) pages = deep((size_t)kib << 10, Random(random.next()));
    struct Deep {
        size_t bytes;
        Random random;
        long pages;
    } below{(size_t)(mib - 1) << 20, Random(random.next()), 0};
    auto run = [](void* argument) -> void* {
        auto* what = static_cast<Deep*>(argument);
        what->pages = deep(what->bytes, what->random);
        return nullptr;
    };
    pthread_join(start_thread((size_t)mib << 20, run, &below), nullptr);
    Nesting nesting{depth, 0, Random(random.next())};
    nest(&nesting);
    nested_deeply = false;
    return std::to_string(pages) + " " + std::to_string(below.pages) + " " + std::to_string(depth);
}

// --- calls that do not return --------------------------------------------------------------------------------------

namespace {

struct Leaving {
    int depth, how;
    Random random;
    jmp_buf* back;
};

void leave(void* argument) {
    auto* leaving = static_cast<Leaving*>(argument);
    some_calls(leaving->random, 2);
    if (leaving->depth-- > 0) {
        Body body = {leave, leaving};
        call_inside(&body);
    } else if (leaving->how == 0) {
        throw 42;
    } else {
        longjmp(*leaving->back, 43);
    }
}

__attribute__((noinline)) int leave_calls(Leaving* leaving) {
    jmp_buf back;
    leaving->back = &back;
    int jumped = setjmp(back);
    if (jumped) return jumped;
    try {
        leave(leaving);
    } catch (int thrown) {
        return thrown;
    }
    return 0;
}

} // namespace

std::string unwind_part(Random& random) {
    std::string said;
    for (int i = random.between(1, 30); i > 0; i--) {
        Leaving leaving{random.below(20), random.below(2), Random(random.next()), nullptr};
        said += std::to_string(leave_calls(&leaving)) + " ";
        some_calls(Random(random.next()), random.below(4));
    }
    return said;
}

// --- libraries -----------------------------------------------------------------------------------------------------

std::string libraries_part(Random& random) {
    std::string path = program_path;
    path.replace(path.rfind('/') + 1, std::string::npos, "libsoak_guest.so");
    std::atomic<int> answers{0};
    int count = random.between(1, 4), rounds = random.between(1, 6);
    uint64_t seed = random.next();
    run_threads(random, count, [&](int number) {
        Random own(seed + (uint64_t)number);
        for (int i = 0; i < rounds; i++) {
            void* library = dlopen(path.c_str(), own.one_of({RTLD_NOW, RTLD_LAZY}));
            auto visit = library ? (int (*)(void (*)(void*), void*))dlsym(library, "visit") : nullptr;
            if (!visit) return;
            answers += visit([](void* given) { some_calls(*static_cast<Random*>(given), 5); }, &own);
            dlclose(library);
        }
    });
    return std::to_string(answers);
}

} // namespace soak
