// A library without rocprofiler_set_api_table.
__attribute__((visibility("default"))) int not_an_sdk(void);
int not_an_sdk(void) { return 0; }
