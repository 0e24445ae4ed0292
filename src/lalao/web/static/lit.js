// Templates (lit-html): what one says is put on the page only where it differs from what stands there.

// @ts-types="./vendor/lit-html/lit-html.d.ts"
export { html, nothing, render } from "./vendor/lit-html/lit-html.js";
// @ts-types="./vendor/lit-html/directives/repeat.d.ts"
export { repeat } from "./vendor/lit-html/directives/repeat.js";
