package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Every function of libroctracer64 with good, bad and null arguments: its result, and the error that it sets for
/// the thread. The same with and without runtimes.
final class RoctracerStatusesTest {

    @Test
    void without_runtimes_every_function_answers_as_documented() {
        assertThat(Roctracer.print("statuses", "-")).isEqualTo(CALLS + DOMAINS);
    }

    @Test
    void with_a_hip_of_the_tests_own_every_function_answers_the_same() {
        assertThat(Roctracer.print("statuses", Roctracer.HIP)).isEqualTo(CALLS + DOMAINS);
    }

    @Test
    void on_the_software_gpu_every_function_answers_the_same() {
        Run run = Roctracer.run("statuses", Roctracer.SOFTGPU).onSoftgpu();
        assertThat(Roctracer.printed(run)).isEqualTo(CALLS + DOMAINS);
    }

    @Test
    void the_time_is_hsa_s_and_0_until_hsa_is_initialised() {
        assertThat(Roctracer.printed(Roctracer.run("clock").onSoftgpu())).isEqualTo("""
                without HSA: now
                before hsa_init: 0
                after hsa_init: now
                after another hsa_init: now
                """);
    }

    @Test
    void errors_are_logged_where_the_environment_asks_for_it() throws IOException {
        String name = UUID.randomUUID().toString();
        String who = Roctracer.printed(Roctracer.run("log", name).with("ROCTRACER_LOG", "1"))
                .strip();
        assertThat(Path.of("/tmp/roctracer_log.txt"))
                .content()
                .containsPattern("<\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d " + who
                        + "> error: roctracer_op_code\\(\\), roctracer_op_code\\(\\), Invalid API name \"" + name
                        + "\", domain ID\\(3\\)\n");
    }

    /// A call, its result, and the error if it set one.
    private static final String CALLS = """
            roctracer_version_major(): 4
            roctracer_version_minor(): 1
            roctracer_next_record(two, &next): 0
            next == two + 1: 1
            roctracer_next_record(same, &same): 0
            same == two + 1: 1
            roctracer_next_record(two, nothing): -3 roctracer_next_record(), invalid argument
            (roctracer_start(), roctracer_stop(), roctracer_stop(), roctracer_start(), 0): 0
            roctracer_get_timestamp(&first): 0
            roctracer_get_timestamp(&second): 0
            second >= first && first <= clock_now(): 1
            one != two_of_them && !strcmp(one, two_of_them): 1
            no error yet
            roctracer_load(): 1
            (roctracer_flush_buf(), 0): 0
            (roctracer_mark("a mark"), roctracer_mark(nothing), 0): 0
            (roctracer_unload(), 0): 0
            roctracer_load(): 1
            HSA_AMD_TOOL_PRIORITY: 50
            OnLoad(nothing, 0, 0, nothing): 1
            (OnUnload(), OnUnload(), 0): 0
            roctracer_activity_pop_external_correlation_id(&last): -7 roctracer_activity_pop_external_correlation_id(), roctracer_activity_pop_external_correlation_id(), unbalanced external correlation id pop
            last: 0
            roctracer_activity_push_external_correlation_id(31): 0
            roctracer_activity_push_external_correlation_id(0): 0
            roctracer_activity_push_external_correlation_id(33): 0
            roctracer_activity_pop_external_correlation_id(&last): 0
            last: 33
            roctracer_activity_pop_external_correlation_id(NULL): 0
            roctracer_activity_pop_external_correlation_id(&last): 0
            last: 31
            roctracer_activity_pop_external_correlation_id(&last): -7 roctracer_activity_pop_external_correlation_id(), roctracer_activity_pop_external_correlation_id(), unbalanced external correlation id pop
            last: 0
            roctracer_enable_op_callback(HIP_API, 100000, callback, NULL): -3 roctracer_enable_op_callback(), invalid argument
            roctracer_enable_op_callback(HIP_API, 1, none, NULL): -3 roctracer_enable_op_callback(), invalid argument
            roctracer_enable_op_callback(KFD_API, 0, callback, NULL): -2 roctracer_enable_op_callback(), invalid domain ID
            roctracer_enable_domain_callback(HIP_API, none, NULL): -3 roctracer_enable_domain_callback(), invalid argument
            roctracer_enable_domain_callback(8, callback, NULL): -2 roctracer_enable_domain_callback(), invalid domain ID
            roctracer_disable_op_callback(ROCTX, 5): -3 roctracer_disable_op_callback(), invalid argument
            roctracer_disable_op_callback(8, 0): -2 roctracer_disable_op_callback(), invalid domain ID
            roctracer_disable_domain_callback(KFD_API): -2 roctracer_disable_domain_callback(), invalid domain ID
            roctracer_enable_op_activity(HIP_API, 1): -4 roctracer_enable_op_activity(), roctracer_enable_activity_impl(), no default pool
            roctracer_enable_op_activity_expl(8, 1, NULL): -4 roctracer_enable_op_activity_expl(), roctracer_enable_activity_impl(), no default pool
            roctracer_enable_domain_activity(HIP_OPS): -4 roctracer_enable_domain_activity(), roctracer_enable_activity_impl(), no default pool
            roctracer_enable_domain_activity_expl(HIP_OPS, NULL): -4 roctracer_enable_domain_activity_expl(), roctracer_enable_activity_impl(), no default pool
            roctracer_enable_domain_activity(KFD_API): -2 roctracer_enable_domain_activity(), invalid domain ID
            roctracer_disable_op_activity(HIP_OPS, 3): -3 roctracer_disable_op_activity(), invalid argument
            roctracer_disable_op_activity(KFD_API, 3): -2 roctracer_disable_op_activity(), invalid domain ID
            roctracer_disable_domain_activity(8): -2 roctracer_disable_domain_activity(), invalid domain ID
            roctracer_set_properties(KFD_API, NULL): -2 roctracer_set_properties(), roctracer_set_properties(), invalid domain ID(4)
            roctracer_set_properties(EXT_API, nothing): -3 roctracer_set_properties(), invalid argument
            roctracer_op_code(HIP_API, "nope", &op, &kind): -3 roctracer_op_code(), roctracer_op_code(), Invalid API name "nope", domain ID(3)
            roctracer_op_code(HSA_API, "hipMalloc", &op, &kind): -3 roctracer_op_code(), roctracer_op_code(), Invalid API name "hipMalloc", domain ID(0)
            roctracer_op_code(KFD_API, "hipMalloc", &op, &kind): -2 roctracer_op_code(), roctracer_op_code(), limited domain ID(4)
            roctracer_op_code(HIP_API, nothing, &op, &kind): -3 roctracer_op_code(), invalid argument
            roctracer_op_code(HIP_API, "hipMalloc", nothing, &kind): -3 roctracer_op_code(), invalid argument
            roctracer_get_timestamp(nothing): -3 roctracer_get_timestamp(), invalid argument
            roctracer_open_pool(nothing): -3 roctracer_open_pool(), invalid argument
            roctracer_next_record(nothing, nothing): -3 roctracer_next_record(), invalid argument
            roctracer_activity_pop_external_correlation_id(nothing): -7 roctracer_activity_pop_external_correlation_id(), roctracer_activity_pop_external_correlation_id(), unbalanced external correlation id pop
            roctracer_enable_callback(callback, NULL): -2 roctracer_enable_domain_callback(), invalid domain ID
            roctracer_enable_callback(none, NULL): -3 roctracer_enable_domain_callback(), invalid argument
            roctracer_disable_callback(): -2 roctracer_disable_domain_callback(), invalid domain ID
            roctracer_enable_activity(): -4 roctracer_enable_domain_activity(), roctracer_enable_activity_impl(), no default pool
            roctracer_enable_activity_expl(NULL): -4 roctracer_enable_domain_activity_expl(), roctracer_enable_activity_impl(), no default pool
            roctracer_disable_activity(): -2 roctracer_disable_domain_activity(), invalid domain ID
            roctracer_default_pool() != NULL: 0
            roctracer_default_pool_expl(NULL) != NULL: 0
            roctracer_flush_activity(): 0
            roctracer_flush_activity_expl(NULL): 0
            roctracer_close_pool(): 0
            roctracer_close_pool_expl(NULL): 0
            roctracer_open_pool_expl(nothing, &pool): -3 roctracer_open_pool_expl(), invalid argument
            pool != NULL: 0
            roctracer_open_pool_expl(&properties, &pool): 0
            pool != NULL: 1
            roctracer_default_pool() != NULL: 0
            roctracer_open_pool(&properties): 0
            roctracer_open_pool(&properties): -5 roctracer_open_pool(), roctracer_open_pool_impl(), default pool already set
            roctracer_open_pool_expl(&properties, NULL): -5 roctracer_open_pool_expl(), roctracer_open_pool_impl(), default pool already set
            (other = roctracer_default_pool()) != NULL && other != pool: 1
            roctracer_default_pool_expl(NULL) == other: 1
            roctracer_default_pool_expl(pool) == other: 1
            roctracer_default_pool_expl(other) == pool: 1
            roctracer_enable_activity(): -2 roctracer_enable_domain_activity(), invalid domain ID
            roctracer_enable_activity_expl(pool): -2 roctracer_enable_domain_activity_expl(), invalid domain ID
            roctracer_disable_activity(): -2 roctracer_disable_domain_activity(), invalid domain ID
            roctracer_flush_activity(): 0
            roctracer_flush_activity_expl(pool): 0
            roctracer_close_pool(): 0
            roctracer_close_pool(): 0
            roctracer_default_pool() != NULL: 0
            roctracer_open_pool(&properties): 0
            roctracer_close_pool_expl(NULL): 0
            roctracer_default_pool_expl(pool) != NULL: 0
            roctracer_close_pool_expl(pool): 0
            roctracer_default_pool() != NULL: 0
            """;

    /// A column for each domain.
    private static final String DOMAINS = """
                                     HSA_API HSA_OPS HIP_OPS HIP_API KFD_API EXT_API ROCTX HSA_EVT NUMBER -1
            enable_op_callback
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              null                        -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              end, null                   -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            enable_domain_callback
              good                         0       0       0       0      -2       0     0       0     -2 -2
              null                        -3      -3      -3      -3      -2       0    -3      -3     -2 -2
            disable_op_callback
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            disable_domain_callback
              good                         0       0       0       0      -2       0     0       0     -2 -2
              nothing enabled              0       0       0       0      -2       0     0       0     -2 -2
            disable_op_callback
              nothing enabled              0       0       0       0      -2       .     0       0     -2 -2
            without a pool
            enable_op_activity
              first                       -4      -4      -4      -4      -4       .    -4      -4     -4 -4
              last                        -4      -4      -4      -4      -4       .    -4      -4     -4 -4
              end                         -4      -4      -4      -4      -4      -4    -4      -4     -4 -4
              -1                          -4      -4      -4      -4      -4      -4    -4      -4     -4 -4
            enable_op_activity_expl
              first                       -4      -4      -4      -4      -4       .    -4      -4     -4 -4
              last                        -4      -4      -4      -4      -4       .    -4      -4     -4 -4
              end                         -4      -4      -4      -4      -4      -4    -4      -4     -4 -4
              -1                          -4      -4      -4      -4      -4      -4    -4      -4     -4 -4
            enable_domain_activity
              good                        -4      -4      -4      -4      -2       0    -4      -4     -2 -2
            enable_domain_activity_expl
              good                        -4      -4      -4      -4      -2       0    -4      -4     -2 -2
            disable_op_activity
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            disable_domain_activity
              good                         0       0       0       0      -2       0     0       0     -2 -2
              nothing enabled              0       0       0       0      -2       0     0       0     -2 -2
            set_properties
              null                         0       0       0       0      -2      -3    -2       0     -2 -2
              good                         0       0       0       0      -2       0    -2       0     -2 -2
            with a default pool
            enable_op_activity
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            enable_op_activity_expl
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            enable_domain_activity
              good                         0       0       0       0      -2       0     0       0     -2 -2
            enable_domain_activity_expl
              good                         0       0       0       0      -2       0     0       0     -2 -2
            disable_op_activity
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            disable_domain_activity
              good                         0       0       0       0      -2       0     0       0     -2 -2
              nothing enabled              0       0       0       0      -2       0     0       0     -2 -2
            set_properties
              null                         0       0       0       0      -2      -3    -2       0     -2 -2
              good                         0       0       0       0      -2       0    -2       0     -2 -2
            with a pool
            enable_op_activity
              first                       -4      -4      -4      -4      -4       .    -4      -4     -4 -4
              last                        -4      -4      -4      -4      -4       .    -4      -4     -4 -4
              end                         -4      -4      -4      -4      -4      -4    -4      -4     -4 -4
              -1                          -4      -4      -4      -4      -4      -4    -4      -4     -4 -4
            enable_op_activity_expl
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            enable_domain_activity
              good                        -4      -4      -4      -4      -2       0    -4      -4     -2 -2
            enable_domain_activity_expl
              good                         0       0       0       0      -2       0     0       0     -2 -2
            disable_op_activity
              first                        0       0       0       0      -2       .     0       0     -2 -2
              last                         0       0       0       0      -2       .     0       0     -2 -2
              end                         -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
              -1                          -3      -3      -3      -3      -2      -3    -3      -3     -2 -2
            disable_domain_activity
              good                         0       0       0       0      -2       0     0       0     -2 -2
              nothing enabled              0       0       0       0      -2       0     0       0     -2 -2
            set_properties
              null                         0       0       0       0      -2      -3    -2       0     -2 -2
              good                         0       0       0       0      -2       0    -2       0     -2 -2
            """;
}
