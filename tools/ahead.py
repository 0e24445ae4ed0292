"""Build a library of all kernels, for machines without a compiler: ``python tools/ahead.py``.

The library lies beside the kernels, named by the hash of their sources, and is found there when they are imported. It
runs on every processor of the last ten years of its kind. Needs Numba, and the system's C compiler as a linker.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))
PROCESSORS = {"x86_64": "x86-64-v2", "AMD64": "x86-64-v2"}
"""The oldest processor that a library is for, where it is not the oldest of its kind."""


def main() -> None:
    """Compile the kernels afresh for a common processor, and link them."""
    parser = argparse.ArgumentParser(description="Build a library of all kernels for this kind of machine.")
    parser.add_argument("modules", nargs="*", help="only these modules of kernels, and what they import")
    parser.add_argument("--out", type=Path, help="the folder to write to")
    arguments = parser.parse_args()
    if shutil.which("cc") is None:
        sys.exit("ahead: a C compiler (cc) is needed, to link with: on Debian apt-get install gcc")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"NUMBA_CACHE_DIR": folder, "NUMBA_CPU_FEATURES": ""}
        os.environ["NUMBA_CPU_NAME"] = PROCESSORS.get(platform.machine(), "generic")
        from lalao.kernels.cache import library_path

        path = library_path(arguments.out)
        path.parent.mkdir(parents=True, exist_ok=True)
        number = build(arguments.modules, Path(folder) / "kernels.o", path)
    print(f"{path}: {number} kernels, {path.stat().st_size // 1000} kB")


def build(modules: list[str], object_file: Path, path: Path) -> int:
    """Compile the kernels of some modules, or of all, into a library; return how many there are."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    from lalao.kernels.ahead import PREFIX

    found = list(kernels(modules))  # numba makes the processor known to LLVM
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(cpu=os.environ["NUMBA_CPU_NAME"], opt=3, reloc="pic", codemodel="default")
    whole, callers = llvm.parse_assembly(""), []
    for name, compiled in found:
        code = llvm.parse_bitcode(compiled.library._final_module.as_bitcode())
        callers.append(caller(name, code.get_function(compiled.fndesc.llvm_func_name)))
        whole.link_in(code)
    for each in callers:
        whole.link_in(llvm.parse_assembly(each))
    for defined in [*whole.functions, *whole.global_variables]:
        if not defined.is_declaration and not defined.name.startswith(PREFIX):
            defined.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, builder)
    whole.verify()
    object_file.write_bytes(machine.emit_object(whole))
    subprocess.run(["cc", "-shared", "-s", "-o", path, object_file, "-lm"], check=True)
    return len(callers)


def kernels(modules: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield the name of every compiled kernel, and what Numba has made of it."""
    import pkgutil
    from importlib import import_module

    from numba.core.dispatcher import Dispatcher

    import lalao.kernels

    for name in modules or [one.name for one in pkgutil.iter_modules(lalao.kernels.__path__) if one.name[0] != "_"]:
        import_module(f"lalao.kernels.{name}")
    for name, module in sorted(sys.modules.items()):
        if name.startswith("lalao.kernels."):
            for each in vars(module).values():
                if isinstance(each, Dispatcher) and each.py_func.__module__ == name:
                    (compiled,) = each.overloads.values()
                    yield f"{name.rpartition('.')[2]}_{each.py_func.__name__}", compiled


def caller(name: str, function: Any) -> str:
    """Write the entry of a kernel, which takes a block of words as `lalao.kernels.ahead` describes, as LLVM's text."""
    from lalao.kernels.ahead import FIRST_ARGUMENT, PREFIX, RESULT_WORDS

    kinds = [str(argument.type) for argument in function.arguments][2:]
    lines, passed = [], ["ptr %block", "ptr %error"]
    for at, kind in enumerate(kinds):
        lines.append(f"  %at{at} = getelementptr i64, ptr %block, i64 {FIRST_ARGUMENT + at}")
        lines.append(f"  %a{at} = load {kind}, ptr %at{at}")
        passed.append(f"{kind} %a{at}")
    entry, called = f'@"{PREFIX}{name}"', f'@"{function.name}"'
    return "\n".join(
        [
            f"declare i32 {called}({', '.join(['ptr', 'ptr', *kinds])})",
            f"define void {entry}(ptr %block) {{",
            "  %error = alloca ptr",
            *lines,
            f"  %status = call i32 {called}({', '.join(passed)})",
            "  %wide = sext i32 %status to i64",
            f"  %to = getelementptr i64, ptr %block, i64 {RESULT_WORDS}",
            "  store i64 %wide, ptr %to",
            "  ret void",
            "}",
        ]
    )


if __name__ == "__main__":
    main()
