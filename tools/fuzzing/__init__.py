"""Fuzzing: every reader of what comes from outside is given what nobody should send; `tools/fuzz.py` runs it.

`inputs` makes the inputs, by changing good ones and by putting junk in; `readers`, `files` and `talking` say what is
read and how; `bounds` runs one input after the other, each within its time and memory.
"""
