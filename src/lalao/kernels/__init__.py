"""Every compiled function: arrays and integers in and out, no rule sheet, no text, no exception.

A kernel says what is computed; `compiling.kernel` says how. The readable games are the kernels' oracle; neither
imports the other, and tests set them side by side.
"""
