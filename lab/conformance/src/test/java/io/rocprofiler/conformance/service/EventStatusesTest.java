package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocprofiler.conformance.Statuses;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Tests the statuses for events other than API calls, agents, external ids, intercept tables, OMPT, and arguments
/// of calls.
final class EventStatusesTest {

    @Test
    void events_ids_tables_and_arguments_answer_as_documented_in_every_phase() {
        assumeFalse(Files.exists(Path.of("/dev/kfd")), "the driver of this machine may tell its events");
        assertThat(Statuses.of("status_events")).isEqualTo(EXPECTED);
    }

    private static final String EXPECTED = """
                                               before configure initialize callback records finalize after child
            configure_callback_tracing_service
              CODE_OBJECT                          16         2          0       16      16       16    16    16
              SCRATCH_MEMORY                       16         2          0       16      16       16    16    16
              KERNEL_DISPATCH                      16         2          0       16      16       16    16    16
              MEMORY_COPY                          16         2          0       16      16       16    16    16
              OMPT                                 16         2          0       16      16       16    16    16
              MEMORY_ALLOCATION                    16         2          0       16      16       16    16    16
              RUNTIME_INITIALIZATION               16         2          0       16      16       16    16    16
              HIP_STREAM                           16         2          0       16      16       16    16    16
              RUNTIME_INITIALIZATION               16         2         15       16      16       16    16    16
            configure_buffer_tracing_service
              MEMORY_COPY                          16         2          0       16      16       16    16    16
              KERNEL_DISPATCH                      16         2          0       16      16       16    16    16
              SCRATCH_MEMORY                       16         2          0       16      16       16    16    16
              CORRELATION_ID_RETIREMENT            16         2          0       16      16       16    16    16
              OMPT                                 16         2          0       16      16       16    16    16
              MEMORY_ALLOCATION                    16         2          0       16      16       16    16    16
              RUNTIME_INITIALIZATION               16         2          0       16      16       16    16    16
              HIP_STREAM                           16         2          0       16      16       16    16    16
              KFD_EVENT_PAGE_MIGRATE               16         2         28       16      16       16    16    16
              KFD_EVENT_PAGE_FAULT                 16         2         28       16      16       16    16    16
              KFD_EVENT_QUEUE                      16         2         28       16      16       16    16    16
              KFD_EVENT_UNMAP_FROM_GPU             16         2         28       16      16       16    16    16
              KFD_EVENT_DROPPED_EVENTS             16         2          0       16      16       16    16    16
              KFD_PAGE_MIGRATE                     16         2         28       16      16       16    16    16
              KFD_PAGE_FAULT                       16         2         28       16      16       16    16    16
              KFD_QUEUE                            16         2         28       16      16       16    16    16
            push_external_correlation_id
              low thread                           19        19         19       19      19       19    19    21
              low thread, unknown context          19        19         19       19      19       19    19    21
              unknown context                       2         2          2        2       2        2     2    21
              good                                  2         2          0        0       0        0     2    21
              another thread                        2         2          0        0       0        0     2    21
            pop_external_correlation_id
              low thread                           19        19         19       19      19       19    19    21
              unknown context                       2         2          2        2       2        2     2    21
              good                                  2         2          0        0       0        0     2    21
              good, value                          99        99         41       41      41       41    99    99
              nothing there                         2         2          0        0       0        0     2    21
              nothing there, value                 99        99          0        0       0        0    99    99
              null                                  2         2          0        0       0        0     2    21
            configure_external_correlation_id_request_service
              unknown context                       2         2          2        2       2        2     2    21
              array of none                         2         2         19       19      19       19     2    21
              no callback                           2         2         19       19      19       19     2    21
              good                                  2         2          0       15      15       15     2    21
              twice                                 2         2         15       15      15       15     2    21
              all kinds                             2         2          0       15      15       15     2    21
              kind NONE                             2         2          4       15      15       15     2    21
              after kind NONE                       2         2         15       15      15       15     2    21
            at_intercept_table_registration
              good                                  0         0          0       16      16       16    16    16
              no libraries                          0         0          0       16      16       16    16    16
              null                                 19        19         19       16      16       16    16    16
            query_available_agents
              its callback's                       40        40         40       40      40       40    40    21
              version 0                            19        19         19       19      19       19    19    21
              larger struct                        18        18         18       18      18       18    18    21
              null                                 19        19         19       19      19       19    19    21
            ompt_is_initialized
              good                                  0         0          0        0       0        0     0     0
              good, value                           0         0          0        0       0        0     0     0
              null                                  0         0          0        0       0        0     0     0
            ompt_is_finalized
              good                                  0         0          0        0       0        0     0     0
              good, value                           0         0          0        0       0        0     0     0
              null                                  0         0          0        0       0        0     0     0
            ompt_start_tool
              a tool                                1         1          1        1       1        1     1     0
              a tool                                .         1          1        1       1        0     0     0
            iterate_callback_tracing_kind_operation_args
              MARKER_CORE_API                       0         0          0        0       0        0     0    21
              MARKER_CORE_API, calls                1         1          1        1       1        1     1     0
              no arguments                          0         0          0        0       0        0     0    21
              operation 99                          5         5          5        5       5        5     5    21
              null callback                        19        19         19       19      19       19    19    21
              null payload                         19        19         19       19      19       19    19    21
              NONE                                 19        19         19       19      19       19    19    21
              LAST                                 19        19         19       19      19       19    19    21
              CODE_OBJECT                          17        17         17       17      17       17    17    21
              SCRATCH_MEMORY                       17        17         17       17      17       17    17    21
              KERNEL_DISPATCH                      17        17         17       17      17       17    17    21
              MEMORY_COPY                          17        17         17       17      17       17    17    21
              MEMORY_ALLOCATION                    17        17         17       17      17       17    17    21
              RCCL_API                             17        17         17       17      17       17    17    21
              RUNTIME_INITIALIZATION               17        17         17       17      17       17    17    21
              ROCJPEG_API                          17        17         17       17      17       17    17    21
              HIP_STREAM                           17        17         17       17      17       17    17    21
            iterate_buffer_tracing_record_args
              HIP_RUNTIME_API_EXT                   0         0          0        0       0        0     0    21
              HIP_RUNTIME_API_EXT, calls            1         1          1        1       1        1     1     0
              HIP_RUNTIME_API                      17        17         17       17      17       17    17    21
              KFD_QUEUE                            17        17         17       17      17       17    17    21
              NONE                                 19        19         19       19      19       19    19    21
              LAST                                 19        19         19       19      19       19    19    21
              null callback                        19        19         19       19      19       19    19    21
              null payload                         19        19         19       19      19       19    19    21
              no tracing record                    19        19         19       19      19       19    19    21
            """;
}
