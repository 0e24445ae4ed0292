"""``python -m lalao.kernels``: compile every kernel into the cache, once, as a process of low priority.

Long-lived programs start it in the background, so that nobody waits for the compiler later.
"""

import os
import pkgutil
from importlib import import_module

from lalao import kernels
from lalao.kernels.cache import is_compiler_there, note_whole


def main() -> None:
    """Lower the priority of this process where that is possible, and compile every kernel."""
    if hasattr(os, "nice"):
        os.nice(10)
    compile_all()


def compile_all() -> None:
    """Import every module of kernels, which compiles it, and note in the cache that all are there."""
    for module in pkgutil.iter_modules(kernels.__path__):
        if module.name != "__main__":
            import_module(f"{kernels.__name__}.{module.name}")
    if is_compiler_there():
        note_whole()


if __name__ == "__main__":
    main()
