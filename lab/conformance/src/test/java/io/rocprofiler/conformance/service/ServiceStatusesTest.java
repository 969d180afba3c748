package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Statuses;
import org.junit.jupiter.api.Test;

/// Tests the statuses of the tracing services of the APIs, and the names of kinds and operations.
final class ServiceStatusesTest {

    @Test
    void services_and_queries_answer_as_documented_in_every_phase() {
        assertThat(Statuses.of("status_services")).isEqualTo(EXPECTED);
    }

    private static final String EXPECTED = """
                                               before configure initialize callback records finalize after child
            configure_callback_tracing_service
              unknown context                      16         2          2       16      16       16    16    16
              unknown context, NONE                16         2          2       16      16       16    16    16
              NONE                                 16         2          4       16      16       16    16    16
              LAST                                 16         2          4       16      16       16    16    16
              -1                                   16         2          4       16      16       16    16    16
              no callback                          16         2         19       16      16       16    16    16
              good                                 16         2          0       16      16       16    16    16
              twice                                16         2         15       16      16       16    16    16
              good operations                      16         2          0       16      16       16    16    16
              operation 512                        16         2          5       16      16       16    16    16
              after operation 512                  16         2         15       16      16       16    16    16
              operation -1                         16         2          5       16      16       16    16    16
              array of none                        16         2          0       16      16       16    16    16
              MARKER_CORE_RANGE_API                16         2          0       16      16       16    16    16
              ROCDECODE_API                        16         2          0       16      16       16    16    16
              ROCJPEG_API                          16         2          0       16      16       16    16    16
              HIP_GRAPH                            16         2          0       16      16       16    16    16
              KERNEL_REPLAY                        16        17         17       16      16       16    16    16
              HIP_EVENT                            16        17         17       16      16       16    16    16
            configure_buffer_tracing_service
              unknown context                      16         2          2       16      16       16    16    16
              no buffer                            16         2          3       16      16       16    16    16
              no buffer, NONE                      16         2          3       16      16       16    16    16
              NONE                                 16         2          4       16      16       16    16    16
              LAST                                 16         2          4       16      16       16    16    16
              -1                                   16         2          4       16      16       16    16    16
              good                                 16         2          0       16      16       16    16    16
              twice                                16         2         15       16      16       16    16    16
              unknown buffer                       16         2          0       16      16       16    16    16
              good operations                      16         2          0       16      16       16    16    16
              operation 512                        16         2          5       16      16       16    16    16
              after operation 512                  16         2         15       16      16       16    16    16
              operation -1                         16         2          5       16      16       16    16    16
              HIP_RUNTIME_API_EXT                  16         2          0       16      16       16    16    16
              HIP_COMPILER_API_EXT                 16         2          0       16      16       16    16    16
              ROCDECODE_API_EXT                    16         2          0       16      16       16    16    16
              HIP_GRAPH                            16         2          0       16      16       16    16    16
              HIP_EVENT                            16        17         17       16      16       16    16    16
            query_callback_tracing_kind_name
              NONE                                  0         0          0        0       0        0     0    21
              NONE, name                            4         4          4        4       4        4     4    -2
              MARKER_CORE_RANGE_API                 0         0          0        0       0        0     0    21
              MARKER_CORE_RANGE_API, name          21        21         21       21      21       21    21    -2
              LAST                                  4         4          4        4       4        4     4    21
              LAST, name                           -1        -1         -1       -1      -1       -1    -1    -2
              -1                                    4         4          4        4       4        4     4    21
              -1, name                             -1        -1         -1       -1      -1       -1    -1    -2
              no outputs                            0         0          0        0       0        0     0    21
            query_buffer_tracing_kind_name
              NONE                                  0         0          0        0       0        0     0    21
              NONE, name                            4         4          4        4       4        4     4    -2
              KFD_QUEUE                             0         0          0        0       0        0     0    21
              KFD_QUEUE, name                       9         9          9        9       9        9     9    -2
              LAST                                  4         4          4        4       4        4     4    21
              LAST, name                           -1        -1         -1       -1      -1       -1    -1    -2
              no outputs                            0         0          0        0       0        0     0    21
            query_callback_tracing_kind_operation_name
              NONE                                 19        19         19       19      19       19    19    21
              NONE, name                           -2        -2         -2       -2      -2       -2    -2    -2
              MARKER_CORE_API 0                     0         0          0        0       0        0     0    21
              MARKER_CORE_API 0, name              10        10         10       10      10       10    10    -2
              MARKER_CORE_API 99                    5         5          5        5       5        5     5    21
              MARKER_CORE_API 99, name             -1        -1         -1       -1      -1       -1    -1    -2
              MARKER_CORE_API -1                    5         5          5        5       5        5     5    21
              MARKER_CORE_API -1, name             -1        -1         -1       -1      -1       -1    -1    -2
              MEMORY_COPY 2                         0         0          0        0       0        0     0    21
              MEMORY_COPY 2, name                  26        26         26       26      26       26    26    -2
              LAST                                  4         4          4        4       4        4     4    21
              LAST, name                           -2        -2         -2       -2      -2       -2    -2    -2
              -1                                    4         4          4        4       4        4     4    21
              -1, name                             -2        -2         -2       -2      -2       -2    -2    -2
              no outputs                            0         0          0        0       0        0     0    21
            query_buffer_tracing_kind_operation_name
              NONE                                 19        19         19       19      19       19    19    21
              NONE, name                           -2        -2         -2       -2      -2       -2    -2    -2
              RETIREMENT                           17        17         17       17      17       17    17    21
              RETIREMENT, name                     -2        -2         -2       -2      -2       -2    -2    -2
              HIP_RUNTIME_API_EXT 0                 0         0          0        0       0        0     0    21
              HIP_RUNTIME_API_EXT 0, name          10        10         10       10      10       10    10    -2
              KFD_QUEUE 0                           0         0          0        0       0        0     0    21
              KFD_QUEUE 0, name                    31        31         31       31      31       31    31    -2
              KFD_QUEUE 99                          5         5          5        5       5        5     5    21
              KFD_QUEUE 99, name                   -1        -1         -1       -1      -1       -1    -1    -2
              LAST                                  4         4          4        4       4        4     4    21
              LAST, name                           -2        -2         -2       -2      -2       -2    -2    -2
            iterate_callback_tracing_kinds
              all                                   0         0          0        0       0        0     0    21
              all, calls                           27        27         27       27      27       27    27     0
              stopped                               0         0          0        0       0        0     0    21
              stopped, calls                        3         3          3        3       3        3     3     0
              null                                 19        19         19       19      19       19    19    21
            iterate_buffer_tracing_kinds
              all                                   0         0          0        0       0        0     0    21
              all, calls                           39        39         39       39      39       39    39     0
              null                                 19        19         19       19      19       19    19    21
            iterate_callback_tracing_kind_operations
              MARKER_CORE_API                       0         0          0        0       0        0     0    21
              MARKER_CORE_API, calls                6         6          6        6       6        6     6     0
              stopped                               0         0          0        0       0        0     0    21
              stopped, calls                        2         2          2        2       2        2     2     0
              MEMORY_COPY                           0         0          0        0       0        0     0    21
              MEMORY_COPY, calls                    5         5          5        5       5        5     5     0
              NONE                                 19        19         19       19      19       19    19    21
              NONE, calls                           0         0          0        0       0        0     0     0
              LAST                                 19        19         19       19      19       19    19    21
              LAST, calls                           0         0          0        0       0        0     0     0
              beyond                                0         0          0        0       0        0     0    21
              beyond, calls                         0         0          0        0       0        0     0     0
              null                                 19        19         19       19      19       19    19    21
            iterate_buffer_tracing_kind_operations
              KFD_QUEUE                             0         0          0        0       0        0     0    21
              KFD_QUEUE, calls                      6         6          6        6       6        6     6     0
              RETIREMENT                           17        17         17       17      17       17    17    21
              RETIREMENT, calls                     0         0          0        0       0        0     0     0
              NONE                                 19        19         19       19      19       19    19    21
              NONE, calls                           0         0          0        0       0        0     0     0
              LAST                                 19        19         19       19      19       19    19    21
              LAST, calls                           0         0          0        0       0        0     0     0
              beyond                                0         0          0        0       0        0     0    21
              beyond, calls                         0         0          0        0       0        0     0     0
            query_external_correlation_id_request_kind_name
              KERNEL_DISPATCH                       0         0          0        0       0        0     0    21
              KERNEL_DISPATCH, name                15        15         15       15      15       15    15    -2
              LAST                                  4         4          4        4       4        4     4    21
              LAST, name                           -1        -1         -1       -1      -1       -1    -1    -2
            query_intercept_table_name
              HIP (runtime)                         0         0          0        0       0        0     0    21
              HIP (runtime), name                  13        13         13       13      13       13    13    -2
              3                                     4         4          4        4       4        4     4    21
              3, name                              -1        -1         -1       -1      -1       -1    -1    -2
            record_header_compute_hash
              1, 5, right                           1         1          1        1       1        1     1     1
            """;
}
