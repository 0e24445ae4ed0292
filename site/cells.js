// Runs the examples of the page on Python, in a worker: each message is a cell, answered by what it prints.

import { startPython } from "./python.js";

const RUN = `
import ast
import traceback
from contextlib import redirect_stdout
from io import StringIO

here = {"__name__": "__main__"}


def run(text):
    """Run statements one by one, as a Python prompt does; return what they print."""
    said = StringIO()
    with redirect_stdout(said):
        try:
            for statement in ast.parse(text).body:
                exec(compile(ast.Interactive([statement]), "<cell>", "single"), here)
        except Exception as error:
            said.write("".join(traceback.format_exception_only(error)))
    return said.getvalue()


run
`;

try {
  const run = (await startPython((part) => postMessage({ part }), "engine.tar.zst", "research.tar.zst")).runPython(RUN);
  addEventListener("message", ({ data }) => postMessage({ number: data.number, said: run(data.code) }));
  postMessage({ ready: true });
} catch (error) {
  postMessage({ failed: String(error) });
}
