// The engine, in a worker of its own: each message is a question, answered by another one or by an error.

import { startPython } from "./python.js";

const python = await startPython("engine.tar.zst");
const answer = python.runPython(`
from lalao.web.work.engine_tasks import SERVICE

lambda question: SERVICE.answer(question.encode()).decode("latin-1")
`);

addEventListener("message", ({ data }) => postMessage(answer(data)));
postMessage("ready");
