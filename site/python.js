// Starts Python with the packages of the archive.

import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Start Python, with Lalao and what it needs importable. */
export async function startPython() {
  const archive = fetch(new URL("python.zip", import.meta.url)).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  python.unpackArchive(await archive, "zip", { extractDir: "/lalao" });
  python.runPython("import sys; sys.path.insert(0, '/lalao')");
  return python;
}
