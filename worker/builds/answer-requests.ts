import { Worker } from "node:worker_threads";
import { becomeUser } from "../confinement/become-user.ts";
import type { ProcessAnswer, ProcessRequest } from "./build-messages.ts";
import { openMessageStream } from "./message-stream.ts";

/** What the worker sends is its own; this is what there can be at most. */
const maxRequestBytes = 512 * 1_048_576;

/**
 * Runs in a build process, when it has read all that it needs: becomes `uid`, then answers each request of the worker with what
 * `answer` makes of it, or the failure's text. Ends the process when the worker has gone.
 */
export function answerRequests(uid: number | null, answer: (body: never) => unknown): void {
  // A startup snapshot can hold neither.
  const { Socket } = process.getBuiltinModule("node:net");
  const { deserialize } = process.getBuiltinModule("node:v8");
  const stream = new Socket({ fd: 3, readable: true, writable: true });
  const messages = openMessageStream(stream, maxRequestBytes, {
    // What it failed on cannot even be told: the worker learns it from the end of this process.
    onMessage: (message) => {
      respond(deserialize(message) as ProcessRequest).catch(() => process.exit(1));
    },
    onBroken: () => process.exit(0),
  });
  const send = (message: ProcessAnswer) => messages.send(Buffer.from(JSON.stringify(message)));
  const respond = async ({ id, body }: ProcessRequest) => {
    try {
      send({ id, body: await answer(body as never) });
    } catch (error) {
      send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  endWithParent();
  if (uid !== null) becomeUser(uid);
  send({ ready: true });
}

/** The user that the worker named on the command line, before all other arguments. */
export const uidOf = (argument: string | undefined): number | null =>
  argument === undefined || argument === "-" ? null : Number(argument);

/**
 * Kills this process when its parent has gone, also while its main thread is busy with a type that takes minutes:
 * the end of the stream is only heard between requests. A thread, because a process has no other portable way to notice.
 */
function endWithParent(): void {
  const watch = `const parent = process.ppid; setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), 500);`;
  const thread = new Worker(watch, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
