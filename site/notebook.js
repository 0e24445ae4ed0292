// The page of Python examples: its cells can be changed and run, in the reader's browser.

const policy = globalThis.trustedTypes?.createPolicy("lalao-workers", { createScriptURL: (name) => name });
const address = new URL("cells.js", import.meta.url).href;
const worker = new Worker(/** @type {string} */ (policy?.createScriptURL(address) ?? address), { type: "module" });
const status = /** @type {HTMLElement} */ (document.querySelector(".starting"));
const cells = [...document.querySelectorAll(".cell")];

/**
 * Run a cell, and all before it that have not run yet: they define what it uses.
 * @param {number} last
 */
function run(last) {
  cells.slice(0, last + 1).forEach((cell, number) => {
    if (cell.classList.contains("run") && number < last) return;
    cell.classList.add("run");
    const { value } = /** @type {HTMLTextAreaElement} */ (cell.querySelector("textarea"));
    /** @type {HTMLElement} */ (cell.querySelector("output")).textContent = "…";
    worker.postMessage({ number, code: value });
  });
}

cells.forEach((cell, number) => cell.querySelector("button")?.addEventListener("click", () => run(number)));
worker.addEventListener("message", ({ data: { part, ready, failed, number, said } }) => {
  if (part !== undefined) status.textContent = `Python is coming: ${Math.round(part * 100)} %`;
  else if (failed) status.textContent = `Python has not started: ${failed}`;
  else if (ready) {
    status.textContent = "Python is ready.";
    for (const button of document.querySelectorAll(".cell button")) button.removeAttribute("disabled");
  } /** @type {HTMLElement} */ else (cells[number].querySelector("output")).textContent = said;
});
