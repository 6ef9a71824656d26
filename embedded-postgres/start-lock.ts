import { stat, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/**
 * Takes the one lock on `folder`, until it is disposed or this process ends in any way. The lock is a listening socket
 * in Linux's abstract namespace, which the kernel frees with its holder. Its name comes from device and inode, so that
 * symbolic links and bind mounts of one folder share one lock. A process that connects to it receives the holder's pid.
 * Throws an EmbeddedPostgresError that names `shownFolder` when a process (also this one) holds it.
 */
export async function acquireStartLock(folder: string, shownFolder = folder): Promise<AsyncDisposable> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `ferrule-postgres-${dev}-${ino}`;
  const address = process.platform === "linux" ? `\0${name}` : `/tmp/${name}.lock`;
  const server = (await listen(address)) ?? (await listenAfterDeadHolder(address));
  if (!server) {
    const holder = await askHolder(address);
    throw new EmbeddedPostgresError(
      `Another Ferrule${holder ? ` (pid ${holder})` : ""} is already using the data folder ${shownFolder}: ` +
        "stop it, or choose another DATA_DIR.",
    );
  }
  server.unref();
  return {
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(String(process.pid), () => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/** Outside Linux there is no abstract namespace: there the socket is a file, which outlives a killed holder. */
async function listenAfterDeadHolder(address: string): Promise<Server | undefined> {
  if (address.startsWith("\0") || (await askHolder(address)) !== "") return undefined;
  await unlink(address).catch(() => undefined);
  return listen(address);
}

/** The holder's pid as text; "" when nobody listens; undefined when the holder does not respond within a second. */
function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(address);
    socket.setTimeout(1000, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on("data", (bytes) => (answer += bytes.toString("latin1")));
    socket.on("error", () => resolve(""));
    socket.on("end", () => resolve(/^\d+$/.test(answer) ? answer : undefined));
  });
}
