// Why: docs/decisions/messages-of-builders.md
import { Worker } from "node:worker_threads";
import { becomeUser } from "../../../ground/confinement/become-user.ts";
import {
  answerBounds,
  type Answered,
  type ProcessAnswer,
  type ProcessRequest,
  requestBounds,
} from "./build-messages.ts";
import { openMessageStream } from "./message-stream.ts";

/** We keep only the beginning of a failure, which is enough for the worker's log. */
const longestFailure = 10_000;

/**
 * Runs in a build process, once the process has read everything that it needs. It switches to the user `uid`, then
 * answers each request of the worker with the result of `answer` or the text of the failure. Its second argument is the
 * list of blobs that came with the request. When the worker is gone, the process ends.
 */
export function answerRequests(
  uid: number | null,
  answer: (body: never, blobs: readonly Uint8Array[]) => Answered | Promise<Answered>,
): void {
  // A startup snapshot cannot hold either of them.
  const { Socket } = process.getBuiltinModule("node:net");
  const { deserialize } = process.getBuiltinModule("node:v8");
  const stream = new Socket({ fd: 3, readable: true, writable: true });
  const messages = openMessageStream(stream, requestBounds, {
    // The process cannot even report the failure. The worker notices when the process ends.
    onMessage: (head, blobs) => {
      respond(deserialize(head) as ProcessRequest, blobs).catch(() => process.exit(1));
    },
    onBroken: () => process.exit(0),
  });
  const send = (message: ProcessAnswer, blobs: readonly Uint8Array[] = []) => {
    const head = Buffer.from(JSON.stringify(message));
    const bytes = blobs.reduce((sum, { length }) => sum + length, head.length);
    // The worker would treat it as nonsense and end this process.
    if (head.length > answerBounds.headBytes || bytes > answerBounds.totalBytes)
      throw new RangeError(`The answer has ${bytes} bytes, ${head.length} of them in its head, which is too much.`);
    messages.send(head, ...blobs);
  };
  const respond = async ({ id, body }: ProcessRequest, given: readonly Uint8Array[]) => {
    try {
      const { body: said, blobs } = await answer(body as never, given);
      send({ id, body: said }, blobs);
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send({ id, failure: failure.slice(0, longestFailure) });
    }
  };
  endWithParent();
  if (uid !== null) becomeUser(uid);
  send({ ready: true });
}

/** The user that the worker named as the first command-line argument. */
export const uidOf = (argument: string | undefined): number | null =>
  argument === undefined || argument === "-" ? null : Number(argument);

/**
 * Kills this process when its parent is gone. The main thread sees the end of the stream only between requests, and may
 * spend minutes on one type. It takes a thread, because a process has no other portable way to notice. We read the
 * parent's id here, because the parent may be gone before the thread starts. If it is gone already, it has sent no
 * request, and the main thread sees the end of the stream.
 */
function endWithParent(): void {
  const watch = `const { workerData: parent } = require("node:worker_threads");
    setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), 500);`;
  const thread = new Worker(watch, {
    eval: true,
    workerData: process.ppid,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
