package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Statuses;
import io.rocprofiler.conformance.gpu.KernelDriverTest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Counters, PC sampling, thread trace and SPM, on a machine without a GPU and on one with GPUs in software.
final class DeviceStatusesTest {

    @Test
    void what_needs_a_gpu_says_that_there_is_none_in_every_phase() {
        assumeFalse(Files.exists(Path.of("/sys/class/kfd")), "this machine has agents");
        assertThat(Statuses.of("status_devices")).isEqualTo(WITHOUT_A_GPU);
    }

    @Test
    void what_needs_a_gpu_says_that_this_one_cannot_do_it_in_every_phase() {
        Run run = KernelDriverTest.machine("status_devices").with("ROCPROFILER_PC_SAMPLING_BETA_ENABLED", "on");
        assertThat(Statuses.of(run)).isEqualTo(WITH_GPUS);
    }

    /// The same with and without GPUs.
    private static final String SPM = """
            configure_spm_service
              good                                 17        17         17       17      17       17    17    21
              unknown context                      17        17         17       17      17       17    17    21
            spm_query_agent_configurations
              the agent                            17        17         17       17      17       17    17    21
            spm_iterate_agent_supported_counters
              the agent                            17        17         17       17      17       17    17    21
            spm_create_counter_config
              unknown counter                      17        17         17       17      17       17    17    21
            spm_destroy_counter_config
              unknown                              17        17         17       17      17       17    17    21
            spm_configure_callback_dispatch_service
              good                                 17        17         17       17      17       17    17    21
            spm_configure_buffer_dispatch_service
              unknown context                      17        17         17       17      17       17    17    21
            configure_spm_device_counting_service
              the agent                            17        17         17       17      17       17    17    21
            """;

    private static final String WITHOUT_A_GPU = """
                                               before configure initialize callback records finalize after child
            configure_callback_dispatch_counting_service
              unknown context                      10        10         10       10      10       10    10    21
              no callback                          10        10         19       19      19       19    10    21
              good                                 10        10          0        0       0        0    10    21
              twice                                10        10          0        0       0        0    10    21
            configure_buffer_dispatch_counting_service
              unknown context                      10        10         10       10      10       10    10    21
              unknown buffer                       10        10          3        3       3        3    10    21
              no callback                          10        10         19       19      19       19    10    21
              good                                 10        10          0        0       0        0    10    21
            configure_device_counting_service
              unknown context                      10        10         10       10      10       10    10    21
              beside dispatch counting             10        10         31       31      31       31    10    21
              the agent                            10        10          7        7       7        7    10    21
            start_context
              counting                              2         2          0        0       0       16    16    16
            configure_callback_dispatch_counting_service
              counting, too                        10        10          0        0       0        0    10    21
            start_context
              counting, too                         2         2         12       12      12       16    16    16
            stop_context
              counting                              2         2          0        0       0        2     0     0
            start_context
              counting, after the other             2         2          0        0       0       16    16    16
            stop_context
              counting, too                         2         2          0        0       0        2     0     0
            sample_device_counting_service
              unknown context                      11        11         11       11      11       21    21    21
              not started                           2         2         11       11      11       21    21    21
              async with output                     2         2         19       19      19       21    21    21
              output without count                  2         2         19       19      19       21    21    21
              started                               2         2         22       22      22       21    21    21
              started, async                        2         2         22       22      22       21    21    21
            iterate_agent_supported_counters
              the agent                             7         7          7        7       7        7     7    21
              the agent, null                       7         7          7        7       7        7     7    21
            query_counter_info
              unknown                               8         8          8        8       8        8     8    21
              unknown, version 9                    8         8          8        8       8        8     8    21
              unknown, null                         8         8          8        8       8        8     8    21
            query_record_counter_id
              unknown                               8         8          8        8       8        8     8    21
              null                                 19        19         19       19      19       19    19    21
            query_record_dimension_position
              unknown                              23        23         23       23      23       23    23    21
              null                                 19        19         19       19      19       19    19    21
            iterate_counter_dimensions
              unknown                               8         8          8        8       8        8     8    21
            query_counter_instance_count
              the agent                             7         7          7        7       7        7     7    21
              the agent, null                       7         7          7        7       7        7     7    21
            create_counter
              the agent                             7         7          7        7       7        7     7    21
              null                                  7         7          7        7       7        7     7    21
            load_counter_definition
              good                                  1         1          1        1       1        1     1    21
              null                                 19        19         19       19      19       19    19    21
              empty                                19        19         19       19      19       19    19    21
              flags 9                              19        19         19       19      19       19    19    21
            create_counter_config
              the agent                             7         7          7        7       7        7     7    21
              the agent, null                       7         7          7        7       7        7     7    21
              the agent, no counters                7         7          7        7       7        7     7    21
            destroy_counter_config
              none                                 30        30         30       30      30       30    30    21
              unknown                              30        30         30       30      30       30    30    21
            create_profile_config
              the agent                             7         7          7        7       7        7     7    21
            destroy_profile_config
              unknown                              30        30         30       30      30       30    30    21
            configure_pc_sampling_service
              the agent                            17        17         17       17      17       17    17    16
              unknown context                      17        17         17       17      17       17    17    16
              unknown buffer                       17        17         17       17      17       17    17    16
              beside counting                      17        17         17       17      17       17    17    16
              no method                            17        17         17       17      17       17    17    16
            query_pc_sampling_agent_configurations
              the agent                            17        17         17       17      17       17    17    21
              the agent, null                      17        17         17       17      17       17    17    21
            get_pc_sampling_instruction_type_name
              NONE, right                           1         1          1        1       1        1     1     0
              DUAL_VALU, right                      1         1          1        1       1        1     1     0
              LAST, null                            1         1          1        1       1        1     1     1
              -1, null                              1         1          1        1       1        1     1     1
            get_pc_sampling_instruction_not_issued_reason_name
              NONE, right                           1         1          1        1       1        1     1     0
              SLEEP_WAIT, right                     1         1          1        1       1        1     1     0
              LAST, null                            1         1          1        1       1        1     1     1
              -1, null                              1         1          1        1       1        1     1     1
            configure_dispatch_thread_trace_service
              unknown context                      16         2          2       16      16       16    16    16
              the agent                            16         2         19       16      16       16    16    16
              bad parameter                        16         2         19       16      16       16    16    16
              null parameter                       16         2         19       16      16       16    16    16
              no callback                          16         2         19       16      16       16    16    16
              no parameters                        16         2         19       16      16       16    16    16
            configure_device_thread_trace_service
              unknown context                      16         2          2       16      16       16    16    16
              context of the other                 16         2         10       16      16       16    16    16
              bad parameter                        16         2         19       16      16       16    16    16
              no callback                          16         2         19       16      16       16    16    16
              the agent                            16         2         19       16      16       16    16    16
            configure_dispatch_thread_trace_service
              context of the first                 16         2         10       16      16       16    16    16
            thread_trace_decoder_create
              no library                           37        37         37       37      37       37    37    21
              null handle                          19        19         19       19      19       19    19    21
              null path                            19        19         19       19      19       19    19    21
            thread_trace_decoder_codeobj_load
              none                                 19        19         19       19      19       19    19    21
              unknown                              19        19         19       19      19       19    19    21
            thread_trace_decoder_codeobj_unload
              unknown                              19        19         19       19      19       19    19    21
            trace_decode
              unknown                              19        19         19       19      19       19    19    21
            thread_trace_decoder_info_string
              unknown, null                         1         1          1        1       1        1     1     1
            thread_trace_decoder_destroy
              returns                               1         1          1        1       1        1     1     1
            """ + SPM;

    private static final String WITH_GPUS = """
                                               before configure initialize callback records finalize after child
            configure_callback_dispatch_counting_service
              unknown context                      10        10         10       10      10       10    10    21
              no callback                          10        10         19       19      19       19    10    21
              good                                 10        10          0        0       0        0    10    21
              twice                                10        10          0        0       0        0    10    21
            configure_buffer_dispatch_counting_service
              unknown context                      10        10         10       10      10       10    10    21
              unknown buffer                       10        10          3        3       3        3    10    21
              no callback                          10        10         19       19      19       19    10    21
              good                                 10        10          0        0       0        0    10    21
            configure_device_counting_service
              unknown context                      10        10         10       10      10       10    10    21
              beside dispatch counting             10        10         31       31      31       31    10    21
              the agent                            10        10         39       39      39       39    10    21
            start_context
              counting                              2         2          0        0       0       16    16    16
            configure_callback_dispatch_counting_service
              counting, too                        10        10          0        0       0        0    10    21
            start_context
              counting, too                         2         2         12       12      12       16    16    16
            stop_context
              counting                              2         2          0        0       0        2     0     0
            start_context
              counting, after the other             2         2          0        0       0       16    16    16
            stop_context
              counting, too                         2         2          0        0       0        2     0     0
            sample_device_counting_service
              unknown context                      11        11         11       11      11       21    21    21
              not started                           2         2         11       11      11       21    21    21
              async with output                     2         2         19       19      19       21    21    21
              output without count                  2         2         19       19      19       21    21    21
              started                               2         2         22       22      22       21    21    21
              started, async                        2         2         22       22      22       21    21    21
            iterate_agent_supported_counters
              the agent                            39        39         39       39      39       39    39    21
              the agent, null                      39        39         39       39      39       39    39    21
            query_counter_info
              unknown                               8         8          8        8       8        8     8    21
              unknown, version 9                    8         8          8        8       8        8     8    21
              unknown, null                         8         8          8        8       8        8     8    21
            query_record_counter_id
              unknown                               8         8          8        8       8        8     8    21
              null                                 19        19         19       19      19       19    19    21
            query_record_dimension_position
              unknown                              23        23         23       23      23       23    23    21
              null                                 19        19         19       19      19       19    19    21
            iterate_counter_dimensions
              unknown                               8         8          8        8       8        8     8    21
            query_counter_instance_count
              the agent                             8         8          8        8       8        8     8    21
              the agent, null                       8         8          8        8       8        8     8    21
            create_counter
              the agent                            25        25         25       25      25       25    25    21
              null                                 19        19         19       19      19       19    19    21
            load_counter_definition
              good                                  1         1          1        1       1        1     1    21
              null                                 19        19         19       19      19       19    19    21
              empty                                19        19         19       19      19       19    19    21
              flags 9                              19        19         19       19      19       19    19    21
            create_counter_config
              the agent                             8         8          8        8       8        8     8    21
              the agent, null                      19        19         19       19      19       19    19    21
              the agent, no counters               35        35         35       35      35       35    35    21
            destroy_counter_config
              none                                 30        30         30       30      30       30    30    21
              unknown                              30        30         30       30      30       30    30    21
            create_profile_config
              the agent                             8         8          8        8       8        8     8    21
            destroy_profile_config
              unknown                              30        30         30       30      30       30    30    21
            configure_pc_sampling_service
              the agent                            16         2         37       16      16       16    16    16
              unknown context                      16         2          2       16      16       16    16    16
              unknown buffer                       16         2          3       16      16       16    16    16
              beside counting                      16         2         12       16      16       16    16    16
              no method                            16         2         19       16      16       16    16    16
            query_pc_sampling_agent_configurations
              the agent                            37        37         37       37      37       37    37    21
              the agent, null                      37        37         37       37      37       37    37    21
            get_pc_sampling_instruction_type_name
              NONE, right                           1         1          1        1       1        1     1     0
              DUAL_VALU, right                      1         1          1        1       1        1     1     0
              LAST, null                            1         1          1        1       1        1     1     1
              -1, null                              1         1          1        1       1        1     1     1
            get_pc_sampling_instruction_not_issued_reason_name
              NONE, right                           1         1          1        1       1        1     1     0
              SLEEP_WAIT, right                     1         1          1        1       1        1     1     0
              LAST, null                            1         1          1        1       1        1     1     1
              -1, null                              1         1          1        1       1        1     1     1
            configure_dispatch_thread_trace_service
              unknown context                      16         2          2       16      16       16    16    16
              the agent                            16         2         37       16      16       16    16    16
              bad parameter                        16         2         19       16      16       16    16    16
              null parameter                       16         2         19       16      16       16    16    16
              no callback                          16         2         19       16      16       16    16    16
              no parameters                        16         2         19       16      16       16    16    16
            configure_device_thread_trace_service
              unknown context                      16         2          2       16      16       16    16    16
              context of the other                 16         2         10       16      16       16    16    16
              bad parameter                        16         2         19       16      16       16    16    16
              no callback                          16         2         19       16      16       16    16    16
              the agent                            16         2         37       16      16       16    16    16
            configure_dispatch_thread_trace_service
              context of the first                 16         2         10       16      16       16    16    16
            thread_trace_decoder_create
              no library                           37        37         37       37      37       37    37    21
              null handle                          19        19         19       19      19       19    19    21
              null path                            19        19         19       19      19       19    19    21
            thread_trace_decoder_codeobj_load
              none                                 19        19         19       19      19       19    19    21
              unknown                              19        19         19       19      19       19    19    21
            thread_trace_decoder_codeobj_unload
              unknown                              19        19         19       19      19       19    19    21
            trace_decode
              unknown                              19        19         19       19      19       19    19    21
            thread_trace_decoder_info_string
              unknown, null                         1         1          1        1       1        1     1     1
            thread_trace_decoder_destroy
              returns                               1         1          1        1       1        1     1     1
            """ + SPM;
}
