"""Prints the names that kernels of the program `renames` have with --kernel-rename in AMD's tool: kernel_names.py STEPS...

The innermost open range of a thread names them. Marks do not (rocprofiler-sdk 1.3.5).
"""

import sys

for steps in sys.argv[1:]:
    stack = ["kernel"]
    ranges = 0
    for number, step in enumerate(steps):
        if step == "p":
            stack.append(f"{step}{number}")
        elif step == "P":
            stack.append(stack[-1])
        elif step == "e" and ranges > 0:
            stack.pop()
        elif step == "k":
            print(stack[-1])
        ranges += (step in "pP") - (step == "e" and ranges > 0)
