// The rest of a test whose engine is one function, `engine_call`, which is defined before: nobody complains.
#ifndef RPJ_TEST_ONE_FUNCTION_H
#define RPJ_TEST_ONE_FUNCTION_H

extern "C" void* rpj_create_jvm(const char*, const char*) { return &rpj_link; }

extern "C" void __wrap_rpj_complain(const char*, ...) { CHECK(!"nothing goes wrong here"); }

extern "C" int rpj_start_engine(void*, bool, const char*) {
    rpj_link.call = reinterpret_cast<void*>(engine_call);
    return 0;
}

#endif
