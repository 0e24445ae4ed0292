// Starts Python with the packages of the archive.

import { loadPyodide } from "../pyodide/pyodide.mjs";

/** The bytes of the files that are fetched; the build writes their number here. */
const SIZE = Number("{size}");

/**
 * Report how much of all that is fetched from now on has come.
 * @param {(part: number) => void} report
 */
function follow(report) {
  const { fetch } = globalThis;
  let come = 0;
  globalThis.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    const counted = new WritableStream({ write: ({ length }) => report(Math.min((come += length) / SIZE, 1)) });
    answer.clone().body?.pipeTo(counted).catch(() => {}); // whoever reads the answer hears of it too
    return answer;
  };
}

/**
 * Fetch a file that must be there.
 * @param {string} name
 */
async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return await answer.arrayBuffer();
}

/**
 * Start Python, with Lalao and what it needs importable.
 * @param {(part: number) => void} [report] is called with the part of the files that has come, 0 to 1
 * @param {string[]} more the names of archives besides the one that everybody needs
 */
export async function startPython(report, ...more) {
  if (report) follow(report);
  const [python, ...archives] = await Promise.all([
    loadPyodide({ indexURL: new URL("../pyodide/", import.meta.url).href }),
    ...["python.tar.zst", ...more].map(fetched),
  ]);
  for (const archive of archives) python.unpackArchive(archive, "zstdtar", { extractDir: "/lalao" });
  python.runPython("import sys; sys.path.insert(0, '/lalao')");
  return python;
}
