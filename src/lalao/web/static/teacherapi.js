// Asks the server as a teacher: with the teacher's code, or with the token of a class.

import { save, showError } from "./dom.js";
import { keyOf, settings } from "./settings.js";
import { request } from "./transport.js";

/**
 * Ask the server; a refusal is thrown, as one line in the user's language.
 * @param {string} path
 * @param {RequestInit} asked
 * @param {string} secret
 * @param {string} more what else stands in the address
 */
async function call(path, asked = {}, secret = "", more = "") {
  /** @type {Record<string, string>} */
  const headers = secret ? { Authorization: `Bearer ${secret}` } : {};
  const answer = await request(`${path}?lang=${settings.language}${more}`, { ...asked, headers });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

/**
 * @template T
 * @param {Promise<Response>} answer
 * @returns {Promise<T>}
 */
const told = async (answer) => (await answer).json();

/** @type {(knock: Wire.Knock) => Promise<Wire.KeptClasses>} */
export const askClasses = (knock) => told(call("/api/teacher", { method: "POST", body: JSON.stringify(knock) }));

/** Host names of the machine that a browser runs on. */
const HERE = ["localhost", "127.0.0.1"];

/** The teacher's code, where this page is open on the server's own machine; "" elsewhere, where it must be typed. */
export async function askCode() {
  if (!HERE.includes(location.hostname)) return "";
  try {
    const { indoors } = await (await request("/api/about")).json();
    return indoors ? (await (await fetch(`${indoors}/api/teacher/code`)).json()).code ?? "" : "";
  } catch {
    return "";
  }
}

/** @type {(knock: Wire.Knock) => Promise<Wire.Ticket>} */
export const openClass = (knock) => told(call("/api/classes", { method: "POST", body: JSON.stringify(knock) }));

/** @type {(code: string, knock: Wire.Knock) => Promise<Wire.Ticket>} */
export const teachClass = (code, knock) =>
  told(
    call(`/api/classes/${code}/teacher`, { method: "POST", body: JSON.stringify(knock) }, settings.seats[keyOf(code)]),
  );

/** @type {(backup: string, secret: string) => Promise<{ code: string }>} */
export const restoreClass = (backup, secret) =>
  told(call("/api/classes/restore", { method: "POST", body: backup }, secret));

/** @type {(list: Blob | string) => Promise<Wire.ListedNames>} */
export const readNames = (list) => told(call("/api/names", { method: "POST", body: list }));

/** @type {(code: string, secret: string) => Promise<{ code: string }>} */
export const eraseClass = (code, secret) => told(call(`/api/classes/${code}`, { method: "DELETE" }, secret));

/** @type {(code: string) => Promise<Wire.Evidence>} */
export const askEvidence = (code) => told(call(`/api/classes/${code}/evidence`, {}, settings.seats[keyOf(code)]));

/** @type {(code: string) => Promise<Wire.PupilPath[]>} */
export const askPaths = (code) => told(call(`/api/classes/${code}/paths`, {}, settings.seats[keyOf(code)]));

/**
 * The games that a class has played on screens, as the text of a file.
 * @param {string} code
 */
export const askRecords = async (code) =>
  (await call(`/api/classes/${code}/records.txt`, {}, settings.seats[keyOf(code)])).text();

/**
 * Save a file of a class by the browser.
 * @param {string} code
 * @param {string} file
 * @param {string} more what else stands in the address
 */
export async function saveFile(code, file, more = "") {
  try {
    const answer = await call(`/api/classes/${code}/${file}`, {}, settings.seats[keyOf(code)], more);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "lalao";
    save(name, await answer.blob());
  } catch (error) {
    showError(error);
  }
}
