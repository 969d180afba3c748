// Parts of random programs: coroutines on stacks that the program made, some next to memory that must stay as it is.
#include <csignal>
#include <cstring>
#include <memory>
#include <sys/mman.h>
#include <ucontext.h>

#include "soak.h"

namespace soak {

namespace {

enum : size_t { BELOW = 96 << 10, PAGE = 4096 };
enum : unsigned char { UNTOUCHED = 0x5a };

struct Coroutine {
    ucontext_t context, *back;
    char* memory;
    size_t stack_bytes;
    bool mapped, done, unsafe_below;
    Random random;
    int calls;
};

void run_coroutine(unsigned high, unsigned low) {
    auto* self = reinterpret_cast<Coroutine*>((uint64_t)high << 32 | low);
    while (self->calls-- > 0) {
        some_calls(Random(self->random.next()), 1);
        swapcontext(&self->context, self->back);
    }
    self->done = true;
    swapcontext(&self->context, self->back);
}

// Memory below the stack belongs to the program and is filled with a pattern, or has a guard page.
std::unique_ptr<Coroutine> make_coroutine(Random& random) {
    std::unique_ptr<Coroutine> made(
        new Coroutine{{}, nullptr, nullptr, 0, false, false, false, Random(random.next()), 0});
    made->stack_bytes = (size_t)random.one_of({16, 16, 32, 64, 128, 256}) << 10;
    made->mapped = random.chance(50);
    made->calls = random.between(1, 30);
    size_t bytes = BELOW + made->stack_bytes;
    made->memory = static_cast<char*>(
        made->mapped ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | (random.chance(50) ? MAP_NORESERVE : 0), -1, 0)
                     : malloc(bytes));
    made->unsafe_below = !made->mapped || random.chance(60);
    if (made->unsafe_below) memset(made->memory, UNTOUCHED, BELOW);
    else mprotect(made->memory + BELOW - PAGE, PAGE, PROT_NONE);
    getcontext(&made->context);
    made->context.uc_stack.ss_sp = made->memory + BELOW;
    made->context.uc_stack.ss_size = made->stack_bytes;
    auto address = reinterpret_cast<uint64_t>(made.get());
    makecontext(&made->context, (void (*)())run_coroutine, 2, (unsigned)(address >> 32), (unsigned)address);
    return made;
}

void destroy(Coroutine& coroutine) {
    size_t changed = 0;
    for (size_t i = 0; coroutine.unsafe_below && i < BELOW; i++)
        changed += (unsigned char)coroutine.memory[i] != UNTOUCHED;
    if (changed) wrong("memory below a coroutine's stack was written", (long)coroutine.stack_bytes);
    if (coroutine.mapped) munmap(coroutine.memory, BELOW + coroutine.stack_bytes);
    else free(coroutine.memory);
}

// Resumes all in turn, on the calling thread.
void resume(std::vector<std::unique_ptr<Coroutine>>& all) {
    ucontext_t here;
    for (bool some = true; some;) {
        some = false;
        for (auto& one : all) {
            if (one->done) continue;
            one->back = &here;
            swapcontext(&here, &one->context);
            some = true;
        }
    }
}

} // namespace

std::string coroutines_part(Random& random) {
    std::vector<std::unique_ptr<Coroutine>> all;
    std::string said;
    // Such stacks have no room for signal handlers.
    std::vector<char> room(256 << 10);
    stack_t alternate = {}, before = {};
    alternate.ss_sp = room.data();
    alternate.ss_size = room.size();
    sigaltstack(&alternate, &before);
    for (int i = random.between(1, 12); i > 0; i--) all.push_back(make_coroutine(random));
    if (random.chance(70)) resume(all);
    else
        run_threads(random, 1, [&](int) {
            std::vector<char> own(256 << 10);
            stack_t stack = {};
            stack.ss_sp = own.data();
            stack.ss_size = own.size();
            sigaltstack(&stack, nullptr);
            resume(all);
            stack.ss_flags = SS_DISABLE;
            sigaltstack(&stack, nullptr);
        });
    sigaltstack(&before, nullptr);
    for (auto& one : all) {
        said += std::to_string(one->stack_bytes >> 10) + " ";
        destroy(*one);
    }
    return said;
}

} // namespace soak
