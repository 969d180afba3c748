"""A Python program that uses HIP through ctypes: launch.py MODULE LAUNCHES

Copies numbers to a GPU, adds 1 to each of them LAUNCHES times with the kernel add_one of MODULE, copies them back and
checks them.
"""
import ctypes
import sys

NUMBERS = 8
HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2


def check(error):
    if error != 0:
        raise SystemExit(f"HIP error {error}")


hip = ctypes.CDLL("libamdhip64.so.7")
hip.hipMemcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
hip.hipModuleLaunchKernel.argtypes = [ctypes.c_void_p] + [ctypes.c_uint] * 7 + [ctypes.c_void_p] * 3
module, function, device = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
numbers = (ctypes.c_uint32 * NUMBERS)(*range(NUMBERS))

check(hip.hipModuleLoad(ctypes.byref(module), sys.argv[1].encode()))
check(hip.hipModuleGetFunction(ctypes.byref(function), module, b"add_one"))
check(hip.hipMalloc(ctypes.byref(device), ctypes.c_size_t(ctypes.sizeof(numbers))))
check(hip.hipMemcpy(device, numbers, ctypes.sizeof(numbers), HOST_TO_DEVICE))
arguments = (ctypes.c_void_p * 1)(ctypes.addressof(device))
for _ in range(int(sys.argv[2])):
    check(hip.hipModuleLaunchKernel(function, NUMBERS, 1, 1, 1, 1, 1, 0, None, arguments, None))
check(hip.hipMemcpy(numbers, device, ctypes.sizeof(numbers), DEVICE_TO_HOST))
check(hip.hipFree(device))
wrong = sum(number != i + int(sys.argv[2]) for i, number in enumerate(numbers))
print(f"{sys.argv[2]} launches, {wrong} wrong results")
