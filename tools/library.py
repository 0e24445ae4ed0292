"""Build a library of all kernels, for machines without a compiler: ``python tools/library.py``.

The library lies beside the kernels, named by the hash of their sources, and is found there when they are imported. It
runs on every processor of the last ten years of its kind. ``--wasm`` builds one for Python in a browser (Pyodide).
Needs Numba, and a linker: the system's C compiler, or ``wasm-ld``.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))


class Target(NamedTuple):
    """A kind of machine: its name in that of the library, its names for LLVM, and what links its code.

    `linkers` are programs of which one is needed, with the package that has it.
    """

    name: str
    triple: str
    processor: str
    features: str
    linkers: tuple[str, ...]
    package: str
    options: tuple[str, ...]


PROCESSORS = {"x86_64": "x86-64-v2", "AMD64": "x86-64-v2"}
"""The oldest processor that a library is for, where it is not the oldest of its kind."""
NATIVE = Target(
    f"{sys.platform}-{platform.machine()}",
    "",
    PROCESSORS.get(platform.machine(), "generic"),
    "",
    ("cc",),
    "gcc",
    ("-shared", "-s", "-lm"),
)
WASM = Target(
    "emscripten-wasm32",
    "wasm32-unknown-emscripten",
    "generic",
    "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    ("wasm-ld", "wasm-ld-19"),
    "lld-19",
    ("-shared", "--experimental-pic", "--no-entry", "--export-all", "--unresolved-symbols=import-dynamic"),
)

STRLEN = """
define i64 @strlen(ptr %text) "no-builtins" {
entry:
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i8, ptr %text, i64 %at
  %letter = load i8, ptr %place
  %next = add i64 %at, 1
  %over = icmp eq i8 %letter, 0
  br i1 %over, label %done, label %loop
done:
  ret i64 %at
}
"""
"""Numba calls it with words of 64 bits where C's own, in a browser, has 32."""


def main() -> None:
    """Compile the kernels afresh for a common processor, and link them."""
    parser = argparse.ArgumentParser(description="Build a library of all kernels for this kind of machine.")
    parser.add_argument("modules", nargs="*", help="only these modules of kernels, and what they import")
    parser.add_argument("--out", type=Path, help="the folder to write to")
    parser.add_argument("--wasm", action="store_true", help="build it for Python in a browser instead")
    arguments = parser.parse_args()
    target = WASM if arguments.wasm else NATIVE
    linker = next(filter(shutil.which, target.linkers), None)
    if linker is None:
        names = " or ".join(target.linkers)
        sys.exit(f"library: {names} is needed, to link with: on Debian apt-get install {target.package}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"NUMBA_CACHE_DIR": folder, "NUMBA_CPU_NAME": target.processor, "NUMBA_CPU_FEATURES": ""}
        if arguments.wasm:  # vectors of this machine do not fit another
            os.environ |= {"NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
        from lalao.kernels.cache import library_path

        path = library_path(arguments.out, target.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        code, number = compiled(arguments.modules, target)
        object_file = Path(folder) / "kernels.o"
        object_file.write_bytes(code)
        subprocess.run([linker, "-o", path, object_file, *target.options], check=True)
    print(f"{path}: {number} kernels, {path.stat().st_size // 1000} kB")


def compiled(modules: list[str], target: Target) -> tuple[bytes, int]:
    """Compile the kernels of some modules, or of all, to one object file; return it and how many kernels there are."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    from lalao.kernels.library import PREFIX

    found = list(kernels(modules))
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple = target.triple or llvm.get_default_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=3, reloc="pic", codemodel="default"
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{triple}"\n'
    whole, callers = llvm.parse_assembly(head), []
    for name, each in found:
        text = re.sub(r"^target (datalayout|triple) = .*$", "", str(each.library._final_module), flags=re.MULTILINE)
        code = llvm.parse_assembly(head + text)
        callers.append(caller(name, code.get_function(each.fndesc.llvm_func_name)))
        whole.link_in(code)
    for text in callers if not target.triple else [*callers, STRLEN]:
        whole.link_in(llvm.parse_assembly(head + text))
    for defined in [*whole.functions, *whole.global_variables]:
        if not defined.is_declaration and not defined.name.startswith(PREFIX):
            defined.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, builder)
    if target.triple:  # for another machine: nothing has been optimised with it in mind
        builder.getModulePassManager().run(whole, builder)
    whole.verify()
    return machine.emit_object(whole), len(callers)


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
    """Write the entry of a kernel as LLVM's text: it takes a block of words as `lalao.kernels.library` says."""
    from lalao.kernels.library import FIRST_ARGUMENT, PREFIX, RESULT_WORDS

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
