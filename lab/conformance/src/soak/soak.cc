// soak SEED [--parts NAME,..] [--steps NUMBER,..] [--list]: a random program, the same for the same seed. It
// consists of steps made of parts, some in parallel, some while other threads make calls all the time, and an end.
// Prints the result of each step. --parts restricts the parts, --steps omits other steps, --list prints the program
// instead of running it. Programs start soak --child SEED, and --guest SEED, which prints only failures.
#include <cstdio>
#include <cstring>
#include <memory>
#include <sched.h>
#include <sstream>

#include "soak.h"

extern "C" __attribute__((visibility("default"))) void soak_mark() { soak::mark(); }

namespace soak {

namespace {

const Part PARTS[] = {
    {"calls", calls_part, true},           {"threads", threads_part, true},
    {"ranges", ranges_part, true},         {"deep", deep_part, true},
    {"unwind", unwind_part, true},         {"libraries", libraries_part, false},
    {"forks", forks_part, true},           {"exec", exec_part, true},
    {"coroutines", coroutines_part, true}, {"timers", timers_part, true},
    {"signals", signals_part, false},      {"faults", faults_part, true},
    {"cancel", cancel_part, true},         {"descriptors", descriptors_part, false},
    {"limits", limits_part, false},
};

struct Planned {
    const Part* part;
    uint64_t seed;
    bool beside;
};

struct Plan {
    std::vector<Planned> steps;
    bool background, registers_in_thread, blocks_first, handles_first;
    uint64_t end_seed, background_seed;
};

bool listed(const char* list, const std::string& name) {
    return !list || ("," + std::string(list) + ",").find("," + name + ",") != std::string::npos;
}

// Omitted parts and steps do not change the others.
Plan make_plan(Random random, const char* parts, const char* steps) {
    Plan plan;
    int count = random.between(1, 6);
    for (int i = 0; i < count; i++) {
        uint64_t choice = random.next(), seed = random.next();
        bool beside = random.chance(40);
        std::vector<const Part*> allowed;
        for (const Part& part : PARTS)
            if (listed(parts, part.name)) allowed.push_back(&part);
        if (allowed.empty() || !listed(steps, std::to_string(i))) continue;
        const Part* part = allowed[choice % allowed.size()];
        plan.steps.push_back({part, seed, beside && part->beside});
    }
    plan.background = random.chance(40) && listed(parts, "background") && listed(steps, "background");
    plan.registers_in_thread = random.chance(20) && listed(steps, "thread");
    plan.blocks_first = random.chance(50);
    plan.handles_first = random.chance(50);
    plan.end_seed = random.next();
    plan.background_seed = random.next();
    return plan;
}

struct Running {
    const Planned* step;
    std::string said;
    pthread_t thread;
};

void* run_step(void* argument) {
    auto* running = static_cast<Running*>(argument);
    Random random(running->step->seed);
    running->said = running->step->part->step(random);
    return nullptr;
}

void join_all(std::vector<std::unique_ptr<Running>>& all) {
    for (auto& running : all) {
        if (running->step->beside) pthread_join(running->thread, nullptr);
        say("%s: %s", running->step->part->name, running->said.c_str());
    }
    all.clear();
}

void run_steps(const Plan& plan) {
    std::vector<std::unique_ptr<Running>> all;
    for (const Planned& step : plan.steps) {
        if (!step.part->beside) join_all(all);
        all.emplace_back(new Running{&step, "", {}});
        if (step.beside) all.back()->thread = start_thread(0, run_step, all.back().get());
        else run_step(all.back().get());
    }
    join_all(all);
}

// Opens in advance the library that a first cancellation opens: a child forked meanwhile would find the
// loader locked.
void open_what_cancelling_needs() {
    pthread_t thread = start_thread(
        0,
        [](void*) -> void* {
            for (;;) pthread_testcancel(), sched_yield();
        },
        nullptr);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
}

void prepare(const Plan& plan) {
    open_what_cancelling_needs();
    if (plan.blocks_first) block_waited_signals();
    if (plan.handles_first) install_fault_handler();
    if (plan.registers_in_thread) {
        auto run = [](void*) -> void* { return register_runtimes(), nullptr; };
        pthread_join(start_thread(256 << 10, run, nullptr), nullptr);
    } else {
        register_runtimes();
    }
    if (!plan.blocks_first) block_waited_signals();
    if (!plan.handles_first) install_fault_handler();
}

int run(uint64_t seed, const char* parts, const char* steps, bool list) {
    Plan plan = make_plan(Random(seed), parts, steps);
    Random end(plan.end_seed);
    if (list) {
        if (plan.background) say("background");
        for (const Planned& step : plan.steps) say("%s%s", step.part->name, step.beside ? " beside the next" : "");
        return 0;
    }
    prepare(plan);
    if (plan.background) {
        Random random(plan.background_seed);
        start_background(random);
    }
    run_steps(plan);
    say("end");
    return end_program(end, parts);
}

} // namespace

const char* program_path;

} // namespace soak

int main(int count, char** words) {
    const char *parts = nullptr, *steps = nullptr;
    bool list = false;
    soak::quiet = count > 2 && strcmp(words[1], "--guest") == 0;
    bool child = soak::quiet || (count > 2 && strcmp(words[1], "--child") == 0);
    if (count < 2) return 2;
    static char path[4096];
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) return 2;
    soak::program_path = path;
    soak::open_oracle(!child);
    for (int i = 2; i < count; i++) {
        if (strcmp(words[i], "--parts") == 0) parts = words[++i];
        else if (strcmp(words[i], "--steps") == 0) steps = words[++i];
        else if (strcmp(words[i], "--list") == 0) list = true;
    }
    if (child) parts = "calls,threads,ranges,unwind,end-return,end-exit,end-_exit,end-kill";
    return soak::run(strtoull(words[child ? 2 : 1], nullptr, 10), parts, steps, list);
}
