// Compiles the Python files in a folder to byte code of Pyodide's own version: node bytecode.mjs PYODIDE FOLDER PLACE
// PLACE is where they will lie, as tracebacks name them. Sources stay beside their byte code where SOURCES says so:
// anyio reads its own, and a library of kernels is named by a hash of theirs.

import { pathToFileURL } from "node:url";

const [runtime, root, place] = process.argv.slice(2);
const SOURCES = ["anyio/__init__.py", "anyio/abc/__init__.py", "lalao/kernels/"];
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const env = { PYTHONNODEBUGRANGES: "1" }; // tracebacks name lines, not columns: a tenth of the download is spared
const python = await loadPyodide({ indexURL: `${runtime}/`, env });
python.FS.mkdir("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/work");
python.globals.set("told", python.toPy([place, SOURCES]));
python.runPython(`
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode, compile

place, sources = told
for path in sorted(Path("/work").rglob("*.py")):
    name = path.relative_to("/work").as_posix()
    is_source = name.startswith(tuple(sources))
    into = cache_from_source(str(path), optimization="") if is_source else path.with_suffix(".pyc")
    strip = 0 if name.startswith(("pyodide/", "_pyodide/")) else 2  # its texts are read
    compile(str(path), str(into), f"{place}/{name}", True, strip, PycInvalidationMode.UNCHECKED_HASH, quiet=0)
    if not is_source:
        path.unlink()
`);
