// Templates (lit-html): only the differences from the page are changed.

// @ts-types="./vendor/lit-html/lit-html.d.ts"
export { html, nothing, render, svg } from "./vendor/lit-html/lit-html.js";
// @ts-types="./vendor/lit-html/directives/repeat.d.ts"
export { repeat } from "./vendor/lit-html/directives/repeat.js";
