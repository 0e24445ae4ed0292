"""Fuzzing: every reader of outside data is given malformed input; `tools/fuzz.py` runs it.

`inputs` makes the inputs, by changing good ones and by inserting junk; `readers`, `files` and `talking` say what is
read and how; `bounds` runs one input after another, each within limits of time and memory.
"""
