// A library that programs open and close; its constructor and destructor also make calls.
extern "C" void soak_mark(); // the program's

__attribute__((constructor)) static void come() { soak_mark(); }

__attribute__((destructor)) static void go() { soak_mark(); }

extern "C" __attribute__((visibility("default"))) int visit(void (*back)(void*), void* argument) {
    static thread_local int visits;
    back(argument);
    visits++;
    return 1;
}
