// Starts Python with the packages of the archive.

import { loadPyodide } from "./pyodide/pyodide.mjs";

/**
 * Start Python, with Lalao and what it needs importable.
 * @param {string[]} more names of archives besides the one that everybody needs
 */
export async function startPython(...more) {
  const archives = ["python.tar.zst", ...more].map(async (name) =>
    (await fetch(new URL(name, import.meta.url))).arrayBuffer()
  );
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  for (const archive of archives) python.unpackArchive(await archive, "zstdtar", { extractDir: "/lalao" });
  python.runPython("import sys; sys.path.insert(0, '/lalao')");
  return python;
}
