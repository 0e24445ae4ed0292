// The page of Python examples: its cells can be changed and run, in the reader's browser.

const policy = globalThis.trustedTypes?.createPolicy("lalao-workers", { createScriptURL: (name) => name });
const address = new URL("cells.js", import.meta.url).href;
const worker = new Worker(/** @type {string} */ (policy?.createScriptURL(address) ?? address), { type: "module" });
const status = /** @type {HTMLElement} */ (document.querySelector(".starting"));
const cells = [...document.querySelectorAll(".cell")].map((cell) => ({
  button: /** @type {HTMLButtonElement} */ (cell.querySelector("button")),
  code: /** @type {HTMLTextAreaElement} */ (cell.querySelector("textarea")),
  output: /** @type {HTMLOutputElement} */ (cell.querySelector("output")),
  hasRun: false,
}));

/**
 * Run a cell, and all before it that have not run yet: they define what it uses.
 * @param {number} last
 */
function run(last) {
  for (const [number, cell] of cells.slice(0, last + 1).entries()) {
    if (cell.hasRun && number < last) continue;
    cell.hasRun = true;
    cell.output.value = "…";
    worker.postMessage({ number, code: cell.code.value });
  }
}

cells.forEach(({ button }, number) => button.addEventListener("click", () => run(number)));
worker.addEventListener("message", ({ data: { part, ready, failed, number, said } }) => {
  if (part !== undefined) status.textContent = `Python is coming: ${Math.round(part * 100)} %`;
  else if (failed) status.textContent = `Python has not started: ${failed}`;
  else if (ready) {
    status.textContent = "Python is ready.";
    for (const { button } of cells) button.disabled = false;
  } else cells[number].output.value = said;
});
