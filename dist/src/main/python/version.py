# Which version this is, as AMD's packages say it; `assemble` puts it into each package. What depends on the machine
# that builds is empty, as in rocprofiler-sdk/version.h.

version_info = {
    "version": "1.0.0",
    "major": 1,
    "minor": 0,
    "patch": 0,
    "git_revision": "",
    "library_arch": "x86_64-linux-gnu",
    "system_name": "Linux",
    "system_processor": "x86_64",
    "system_version": "",
    "compiler_id": "",
    "compiler_version": "",
    "rocm_version": "",
}
