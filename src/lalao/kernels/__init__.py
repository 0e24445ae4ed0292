"""Every compiled function: arrays and integers in and out, no objects, text or exceptions.

A kernel says what is computed; `compiling.kernel` says how. The readable games are the kernels' oracle; neither
imports the other, and tests compare them.
"""
