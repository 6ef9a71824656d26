import { Worker } from "node:worker_threads";
import type { ProcessAnswer, ProcessRequest } from "./build-messages.ts";

const send = (message: ProcessAnswer) => process.connected && process.send?.(message);

/**
 * Runs in a build process: answers each request of the parent with what `answer` makes of it, or the failure's text,
 * and ends the process, after `close`, when the parent asks or has gone.
 */
export function answerRequests(answer: (body: never) => unknown, close: () => Promise<void> = async () => {}): void {
  const end = () => void close().finally(() => process.exit(0));
  process.on("disconnect", end);
  const respond = async (id: number, body: unknown) => {
    try {
      send({ id, body: await answer(body as never) });
    } catch (error) {
      send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on("message", (request: ProcessRequest) => {
    if ("close" in request) end();
    else void respond(request.id, request.body);
  });
  send({ ready: true });
}

/**
 * Kills this process when its parent has gone, also while its main thread is busy with a type that takes minutes:
 * `disconnect` is only heard between requests. A thread, because a process has no other portable way to notice.
 */
export function endWithParent(): void {
  const watch = `const parent = process.ppid; setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), 500);`;
  const thread = new Worker(watch, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
