import { Socket } from "node:net";
import { openChannel } from "./protocol/channel.ts";
import { startExecutor } from "./start-executor.ts";
import { frameKinds } from "./protocol/frames.ts";

/**
 * The executor's entry point. We bundle it into one text, pass it on stdin, and start it without environment, files or
 * network. It has only the inherited stream on descriptor 3. When that ends, the process kills itself, because an
 * orderly exit would wait for isolates that may never end.
 */
const die = () => process.kill(process.pid, "SIGKILL");
process.on("uncaughtException", (error) => {
  // We use another signal than SIGKILL, because the worker assumes that SIGKILL came from outside.
  process.stderr.write(`executor: ${error.stack ?? error.message}\n`, () => process.kill(process.pid, "SIGABRT"));
});

const stream = new Socket({ fd: 3, readable: true, writable: true });
let executor: ReturnType<typeof startExecutor> | undefined;
const channel = openChannel(stream, {
  onFrame: (kind, id, parts) => {
    if (executor !== undefined) executor.take(kind, id, parts);
    else if (kind === frameKinds.setup) executor = startExecutor(channel, parts);
  },
  onTaken: () => executor?.taken(),
  onBroken: die,
});
