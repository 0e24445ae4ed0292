"""Kernels make no arrays: the caller passes every one, so nothing is allocated or counted in compiled code."""

import ast
from pathlib import Path

import pytest

import lalao

SOURCES = sorted((Path(lalao.__file__).parent / "kernels").glob("*.py"))
MAKERS = {"array", "arange", "concatenate", "copy", "empty", "full", "ones", "zeros", "zeros_like"}


def is_kernel(node: ast.AST) -> bool:
    """Tell whether a node is a function that the decorator compiles."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(each, ast.Name) and each.id == "kernel" for each in node.decorator_list
    )


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_kernels_make_no_arrays(path: Path) -> None:
    for kernel in filter(is_kernel, ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        for node in ast.walk(kernel):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in MAKERS, f"{path.name}:{node.lineno}: the caller is to pass this array"
