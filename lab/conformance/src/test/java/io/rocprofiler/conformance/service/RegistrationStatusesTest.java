package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Statuses;
import org.junit.jupiter.api.Test;

/// Tests the statuses of versions, registration, threads, contexts and buffers in each phase.
final class RegistrationStatusesTest {

    @Test
    void registration_contexts_and_buffers_answer_as_documented_in_every_phase() {
        assertThat(Statuses.of("status_registration")).isEqualTo(EXPECTED);
    }

    private static final String EXPECTED = """
                                               before configure initialize callback records finalize after child
            get_version
              good                                  0         0          0        0       0        0     0     0
              null                                  0         0          0        0       0        0     0     0
              good, of the headers                  1         1          1        1       1        1     1     1
            get_version_triplet
              good                                  0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    19
            get_timestamp
              good                                  0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    19
            get_thread_id
              good                                  0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    19
              good, own                             1         1          1        1       1        1     1     1
            get_status_name
              40, right                             1         1          1        1       1        1     1     1
              30, its newer name                    1         1          1        1       1        1     1     1
              42, null                              1         1          1        1       1        1     1     1
            get_status_string
              0, right                              1         1          1        1       1        1     1     1
              41, some                              1         1          1        1       1        1     1     1
              -1, null                              1         1          1        1       1        1     1     1
            is_initialized
              good                                  0         0          0        0       0        0     0     0
              good, value                           0        -1         -1        1       1        1     1     1
              null                                 19        19         19       19      19       19    19    19
            is_finalized
              good                                  0         0          0        0       0        0     0     0
              good, value                           0         0          0        0       0       -1     1     1
              null                                 19        19         19       19      19       19    19    19
            force_configure
              again                                 .        16         16        0       0       21    21    21
              null                                  .        16         16        0       0       21    21    21
            set_api_table
              unknown                               .        19         19       19      19       19    19    19
            attach
              no session                           37        16         16       16      16       21    21    21
            detach
              no session                           37        37         37       37      37       21    21    21
            iterate_runtime_registration_info
              good                                  0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    19
            at_internal_thread_create
              good                                  0         0          0        0       0        0     0     0
              null                                  0         0          0        0       0        0     0     0
            create_callback_thread
              good                                  0         0          0       16      16       16    16    16
              null                                 19        19         19       16      16       16    16    16
            assign_callback_thread
              unknown thread                        6         6          6       16      16       16    16    16
              unknown buffer                        3         3          3       16      16       16    16    16
              unknown both                          6         6          6       16      16       16    16    16
              good                                  3         3          0       16      16       16    16    16
            create_context
              not zero                             13        13         13       13      13       13    13    13
              null                                 19        19         19       19      19       19    19    19
              good                                 16        16          0       16      16       16    16    16
            context_is_valid
              good                                  2         2          0        0       0        0     2     2
              good, value                           0         0          1        1       1        1     0     0
              none                                  2         2          2        2       2        2     2     2
              none, value                           0         0          0        0       0        0     0     0
              unknown                               2         2          2        2       2        2     2     2
              unknown, value                        0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    19
            context_is_active
              never started                         2         2          0        0       0        0     2     2
              never started, value                  0         0          0        0       0        0     0     0
              none                                  2         2          2        2       2        2     2     2
              none, value                           0         0          0        0       0        0     0     0
              unknown                               2         2          2        2       2        2     2     2
              unknown, value                        0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    19
            start_context
              none                                  2         2          2        2       2        2     2     2
              unknown                               2         2          2        2       2        2     2    16
              good                                  2         2          0        0       0       16    16    16
              twice                                 2         2          0        0       0       16    16    16
            context_is_active
              started                               2         2          0        0       0        0     2     2
              started, value                        0         0          1        1       1        0     0     0
            stop_context
              none                                  2         2          2        2       2        2     2     2
              unknown                               2         2          2        2       2        2     2     0
              never started                         2         2          2        2       2        2     0     0
              good                                  2         2          0        0       0        2     0     0
              twice                                 2         2          2        2       2        2     0     0
            create_buffer
              good                                 16         0          0       16      16       16    16    16
              exists                               16        15         15       16      16       16    16    16
              null                                 16        19         19       16      16       16    16    16
              no callback                          16        19         19       16      16       16    16    16
              too large                            16         3          3       16      16       16    16    16
              one byte                             16         0          0       16      16       16    16    16
              unknown context                      16         0          0       16      16       16    16    16
            flush_buffer
              none                                  3         3          3        3       3        3     3    21
              unknown                               3         3          3        3       3        3     3    21
              unknown context                       3         2          2        3       3        3     3    21
              good                                  3         3          0        0       0        0    21    21
              the frame's                           3         3          0        0      14        0    21    21
            destroy_buffer
              none                                  3         3          3        3       3        3     3    21
              unknown                               3         3          3        3       3        3     3    21
              busy                                  .         .          .        .      14        .     .     .
              good                                  3         0          0        3       3        3     3    21
              twice                                 3         3          3        3       3        3     3    21
            """;
}
