package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Tests the events of loaded code: HIP programs on the software GPU, and HSA runtimes of the tests' own.
final class CodeObjectsTest {

    /// Each line ends with a number that the tool stored at the load: an unload must print the same.
    @Test
    void code_objects_are_told_from_freeze_to_destroy_to_those_who_listened_at_the_freeze() {
        assertThat(program("program")).isEqualTo("""
            launch beta
              A load object 1 from memory size 128 placed 1 agent 1 bytes 88 #1
              B load object 1 from memory size 128 placed 1 agent 1 bytes 88 #2
              A load kernel 1 of 1 _Z5alphai.kd is alpha KERNEL #3
              A load kernel 2 of 1 _Z4betav.kd is beta KERNEL #4
              A load host 1 of kernel 1 of 1 _Z5alphai is alpha modules 1 limit 256 blocks 64 2 1 workgroup 128 bytes 120 #5
              A load host 2 of kernel 2 of 1 _Z4betav is beta modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #6
            launch alpha
            launch a loose function
              A load object 2 from memory size 64 placed 1 agent 1 bytes 88 #7
              B load object 2 from memory size 64 placed 1 agent 1 bytes 88 #8
              A load kernel 3 of 2 loose().kd is loose KERNEL #9
            start C, stop B
            launch alpha on device 1
              A load object 3 from memory size 128 placed 1 agent 1 bytes 88 #10
              C load object 3 from memory size 128 placed 1 agent 1 bytes 88 #11
              A load kernel 4 of 3 _Z5alphai.kd is alpha KERNEL #12
              C load kernel 4 of 3 _Z5alphai.kd is alpha KERNEL #13
              A load kernel 5 of 3 _Z4betav.kd is beta KERNEL #14
              C load kernel 5 of 3 _Z4betav.kd is beta KERNEL #15
              A load host 3 of kernel 4 of 3 _Z5alphai is alpha modules 1 limit 256 blocks 64 2 1 workgroup 128 bytes 120 #16
              C load host 3 of kernel 4 of 3 _Z5alphai is alpha modules 1 limit 256 blocks 64 2 1 workgroup 128 bytes 120 #17
              A load host 4 of kernel 5 of 3 _Z4betav is beta modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #18
              C load host 4 of kernel 5 of 3 _Z4betav is beta modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #19
            load a module
              A load object 4 from file size 64 placed 1 agent 1 bytes 88 #20
              C load object 4 from file size 64 placed 1 agent 1 bytes 88 #21
              A load kernel 6 of 4 add_one.kd is another KERNEL #22
              C load kernel 6 of 4 add_one.kd is another KERNEL #23
            launch its kernel
            number 1
            register a host function for its kernel
              A load host 5 of kernel 6 of 4 add_one is stand_in modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #24
              C load host 5 of kernel 6 of 4 add_one is stand_in modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #25
            stop A, unload the module
              A unload object 4 from file size 64 placed 1 agent 1 bytes 88 #20
              C unload object 4 from file size 64 placed 1 agent 1 bytes 88 #21
              A unload kernel 6 of 4 add_one.kd is another KERNEL #22
              C unload kernel 6 of 4 add_one.kd is another KERNEL #23
            unregister the binary
              A unload object 1 from memory size 128 placed 1 agent 1 bytes 88 #1
              B unload object 1 from memory size 128 placed 1 agent 1 bytes 88 #2
              A unload kernel 1 of 1 _Z5alphai.kd is alpha KERNEL #3
              A unload kernel 2 of 1 _Z4betav.kd is beta KERNEL #4
              A unload object 3 from memory size 128 placed 1 agent 1 bytes 88 #10
              C unload object 3 from memory size 128 placed 1 agent 1 bytes 88 #11
              A unload kernel 4 of 3 _Z5alphai.kd is alpha KERNEL #12
              C unload kernel 4 of 3 _Z5alphai.kd is alpha KERNEL #13
              A unload kernel 5 of 3 _Z4betav.kd is beta KERNEL #14
              C unload kernel 5 of 3 _Z4betav.kd is beta KERNEL #15
            end
              A unload object 2 from memory size 64 placed 1 agent 1 bytes 88 #7
              B unload object 2 from memory size 64 placed 1 agent 1 bytes 88 #8
              A unload kernel 3 of 2 loose().kd is loose KERNEL #9
            finalize
            """);
    }

    @Test
    void at_the_end_what_was_frozen_last_is_unloaded_first_and_the_tool_may_flush_its_buffers() {
        assertThat(program("end")).isEqualTo("""
            launch beta
              A load object 1 from memory size 128 placed 1 agent 1 bytes 88 #1
              B load object 1 from memory size 128 placed 1 agent 1 bytes 88 #2
              A load kernel 1 of 1 _Z5alphai.kd is alpha KERNEL #3
              A load kernel 2 of 1 _Z4betav.kd is beta KERNEL #4
              A load host 1 of kernel 1 of 1 _Z5alphai is alpha modules 1 limit 256 blocks 64 2 1 workgroup 128 bytes 120 #5
              A load host 2 of kernel 2 of 1 _Z4betav is beta modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #6
            launch a loose function
              A load object 2 from memory size 64 placed 1 agent 1 bytes 88 #7
              B load object 2 from memory size 64 placed 1 agent 1 bytes 88 #8
              A load kernel 3 of 2 loose().kd is loose KERNEL #9
            end
              A unload object 2 from memory size 64 placed 1 agent 1 bytes 88 #7 flush ROCPROFILER_STATUS_SUCCESS
              B unload object 2 from memory size 64 placed 1 agent 1 bytes 88 #8 flush ROCPROFILER_STATUS_SUCCESS
              A unload kernel 3 of 2 loose().kd is loose KERNEL #9 flush ROCPROFILER_STATUS_SUCCESS
              A unload object 1 from memory size 128 placed 1 agent 1 bytes 88 #1 flush ROCPROFILER_STATUS_SUCCESS
              B unload object 1 from memory size 128 placed 1 agent 1 bytes 88 #2 flush ROCPROFILER_STATUS_SUCCESS
              A unload kernel 1 of 1 _Z5alphai.kd is alpha KERNEL #3 flush ROCPROFILER_STATUS_SUCCESS
              A unload kernel 2 of 1 _Z4betav.kd is beta KERNEL #4 flush ROCPROFILER_STATUS_SUCCESS
            finalize
            """);
    }

    @Test
    void kernels_that_nobody_heard_of_have_their_numbers() {
        assertThat(program("nobody")).isEqualTo("""
            launch alpha
            launch a loose function
              C load object 2 from memory size 64 placed 1 agent 1 bytes 88 #1
              C load kernel 3 of 2 loose().kd is loose KERNEL #2
            end
              C unload object 2 from memory size 64 placed 1 agent 1 bytes 88 #1
              C unload kernel 3 of 2 loose().kd is loose KERNEL #2
            finalize
            """);
    }

    @Test
    void a_kernel_can_be_launched_by_the_callback_that_tells_of_it() {
        assertThat(program("inside")).isEqualTo("""
            launch alpha
              A load object 1 from memory size 128 placed 1 agent 1 bytes 88 #1
              launch alpha inside
              B load object 1 from memory size 128 placed 1 agent 1 bytes 88 #2
              A load kernel 1 of 1 _Z5alphai.kd is alpha KERNEL #3
              A load kernel 2 of 1 _Z4betav.kd is beta KERNEL #4
              A load host 1 of kernel 1 of 1 _Z5alphai is alpha modules 1 limit 256 blocks 64 2 1 workgroup 128 bytes 120 #5
              A load host 2 of kernel 2 of 1 _Z4betav is beta modules 1 limit 256 blocks 0 0 0 workgroup 0 bytes 120 #6
            calls 2
              A unload object 1 from memory size 128 placed 1 agent 1 bytes 88 #1
              B unload object 1 from memory size 128 placed 1 agent 1 bytes 88 #2
              A unload kernel 1 of 1 _Z5alphai.kd is alpha KERNEL #3
              A unload kernel 2 of 1 _Z4betav.kd is beta KERNEL #4
            finalize
            """);
    }

    /// The registers are those of a gfx90a, from the descriptor.
    @Test
    void everything_that_the_loader_says_is_passed_on() {
        assertThat(loader("values")).isEqualTo("""
            freeze 1
              load FILE_OBJECT
              load kernel 1 of 1 '_Z5firstv.kd' kernarg 264 16 group 1024 private 48 registers 64 16 32 entry 4096 address 1
              load kernel 2 of 1 '' kernarg 0 0 group 0 private 0 registers 16 4 4 entry -512 address 1
              load kernel 3 of 1 'elsewhere.kd' kernarg 1 2 group 3 private 4 registers 0 0 0 entry 0 address 0
              load object 2 MEMORY_OBJECT
              load kernel 4 of 2 SECOND_KERNEL
              load object 3 agent 0 uri '' base 0 size 0 delta 0 storage 0
            freeze 2
              load object 4 MEMORY_OBJECT
              load kernel 5 of 4 SECOND_KERNEL
            end
              unload object 4 MEMORY_OBJECT
              unload kernel 5 of 4 SECOND_KERNEL
              unload FILE_OBJECT
              unload kernel 1 of 1 '_Z5firstv.kd' kernarg 264 16 group 1024 private 48 registers 64 16 32 entry 4096 address 1
              unload kernel 2 of 1 '' kernarg 0 0 group 0 private 0 registers 16 4 4 entry -512 address 1
              unload kernel 3 of 1 'elsewhere.kd' kernarg 1 2 group 3 private 4 registers 0 0 0 entry 0 address 0
              unload object 2 MEMORY_OBJECT
              unload kernel 4 of 2 SECOND_KERNEL
              unload object 3 agent 0 uri '' base 0 size 0 delta 0 storage 0
            finalize: 4 objects, 5 kernels, unloaded 4, 5
            """);
    }

    @Test
    void a_runtime_without_the_loader_extension_is_left_alone() {
        assertThat(loader("absent")).isEqualTo("""
            freeze 1
            destroy 1
            freeze 1
            destroy 1
            freeze 1
            destroy 1
            freeze 1
            destroy 1
            asked 0 times
            end
            finalize: 0 objects, 0 kernels, unloaded 0, 0
            """);
    }

    @Test
    void only_a_freeze_that_succeeds_loads_anything() {
        assertThat(loader("failing")).isEqualTo("""
            freeze 2
            status 4114
            freeze 2
              load object 1 MEMORY_OBJECT
              load kernel 1 of 1 SECOND_KERNEL
            status 0
            freeze 2
            status 4114
            once more
            freeze 2
            destroy 3
              unload object 1 MEMORY_OBJECT
              unload kernel 1 of 1 SECOND_KERNEL
            destroy 2
            destroy 2
            freeze 3
            destroy 3
            freeze 2
              load object 2 MEMORY_OBJECT
              load kernel 2 of 2 SECOND_KERNEL
              unload object 2 MEMORY_OBJECT
              unload kernel 2 of 2 SECOND_KERNEL
            destroy 2
            end
            finalize: 2 objects, 2 kernels, unloaded 2, 2
            """);
    }

    @Test
    void each_instance_of_the_runtime_is_asked_for_its_own() {
        assertThat(loader("two")).isEqualTo("""
            freeze 2
            the second runtime is asked for its executable 2
              load FILE_OBJECT
              load kernel 1 of 1 SECOND_KERNEL
            freeze 2
              load object 2 MEMORY_OBJECT
              load kernel 2 of 2 SECOND_KERNEL
              unload FILE_OBJECT
              unload kernel 1 of 1 SECOND_KERNEL
            destroy 2
            end
              unload object 2 MEMORY_OBJECT
              unload kernel 2 of 2 SECOND_KERNEL
            finalize: 2 objects, 2 kernels, unloaded 2, 2
            """);
    }

    @Test
    void a_callback_may_destroy_what_it_hears_of_and_load_something_else() {
        assertThat(loader("inside")).isEqualTo("""
            freeze 1
              load FILE_OBJECT
            freeze 2
              load object 4 MEMORY_OBJECT
              load kernel 5 of 4 SECOND_KERNEL
              load kernel 1 of 1 '_Z5firstv.kd' kernarg 264 16 group 1024 private 48 registers 64 16 32 entry 4096 address 1
              load kernel 2 of 1 '' kernarg 0 0 group 0 private 0 registers 16 4 4 entry -512 address 1
              load kernel 3 of 1 'elsewhere.kd' kernarg 1 2 group 3 private 4 registers 0 0 0 entry 0 address 0
              load object 2 MEMORY_OBJECT
            destroy 1
              load kernel 4 of 2 SECOND_KERNEL
              load object 3 agent 0 uri '' base 0 size 0 delta 0 storage 0
              unload FILE_OBJECT
              unload kernel 1 of 1 '_Z5firstv.kd' kernarg 264 16 group 1024 private 48 registers 64 16 32 entry 4096 address 1
              unload kernel 2 of 1 '' kernarg 0 0 group 0 private 0 registers 16 4 4 entry -512 address 1
              unload kernel 3 of 1 'elsewhere.kd' kernarg 1 2 group 3 private 4 registers 0 0 0 entry 0 address 0
              unload object 2 MEMORY_OBJECT
              unload kernel 4 of 2 SECOND_KERNEL
              unload object 3 agent 0 uri '' base 0 size 0 delta 0 storage 0
            end
              unload object 4 MEMORY_OBJECT
              unload kernel 5 of 4 SECOND_KERNEL
            finalize: 4 objects, 5 kernels, unloaded 4, 5
            """);
    }

    @Test
    void a_code_object_may_have_thousands_of_kernels() {
        assertThat(loader("many")).isEqualTo("""
            end
            finalize: 21 objects, 105000 kernels, unloaded 21, 105000
            """);
    }

    @Test
    void every_load_has_its_unload_while_threads_load_and_a_context_is_toggled() {
        assertThat(loader("storm")).isEqualTo("""
            end
            finalize: loads are some, unloaded all
            """);
    }

    private static String program(String what) {
        String out = run(Run.client("codeobjects", what, Product.client("add_kernels.so")));
        return out.replace("kernarg 128 by 16 group 0 private 0 registers 0 0 0 inside 1 bytes 88", "KERNEL");
    }

    private static String loader(String what) {
        return run(Run.client("loader", what))
                .replace(
                        "object 1 agent a9e uri 'file:///a%20b#offset=1&size=2' base 1 size 128 delta -77 storage 1 file 33",
                        "FILE_OBJECT")
                .replace(
                        "agent a9e uri 'memory://7#offset=0x10&size=20' base 2 size 64 delta 5 storage 2 memory 16 20",
                        "MEMORY_OBJECT")
                .replace(
                        "'second.kd' kernarg 8 8 group 16 private 32 registers 16 4 4 entry 64 address 1",
                        "SECOND_KERNEL");
    }

    private static String run(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
