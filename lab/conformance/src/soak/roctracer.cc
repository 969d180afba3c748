// A client of libroctracer64, preloaded: counts ROC-TX calls in its own page. It also enables HSA, whose calls it
// gets only from a library of that name, so that the SDK requests the program's runtimes.
#include <roctracer/roctracer.h>
#include <roctracer/roctracer_hsa.h>
#include <roctracer/roctracer_roctx.h>

#include "page.h"

namespace {

using namespace soak;

Row* page;

void on_call(uint32_t domain, uint32_t operation, const void*, void*) {
    static const int functions[] = {MARK, PUSH, POP, START, STOP};
    if (domain == ACTIVITY_DOMAIN_ROCTX && operation < 5)
        add(page, (uint32_t)getpid(), this_thread(), ENTERS, functions[operation]);
}

__attribute__((constructor)) void enable() {
    page = open_page("SOAK_TOOL_PAGE");
    roctracer_enable_op_callback(ACTIVITY_DOMAIN_HSA_API, HSA_API_ID_hsa_system_get_info, on_call, nullptr);
    roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, on_call, nullptr);
}

} // namespace
