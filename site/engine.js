// The engine, in a worker of its own: each message is a question, answered by another one; "" says that it has failed.

import { startPython } from "./python.js";

const ANSWER = `
from lalao.web.work.engine_tasks import SERVICE

lambda question: SERVICE.answer(question.encode()).decode("latin-1")
`;

try {
  const answer = (await startPython(undefined, "engine.tar.zst")).runPython(ANSWER);
  addEventListener("message", ({ data }) => postMessage(answer(data)));
  postMessage("ready");
} catch {
  postMessage("");
}
