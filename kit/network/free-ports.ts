import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign to connections (49152 to 65535 in RFC 6335, 32768 to 60999 on Linux). So no
 * connection takes one of them before we use it, or while its user restarts.
 */
const [lowest, highest] = [20_000, 32_000];
/** Each process starts its search at another place. */
let next = randomInt(lowest, highest);

const isFree = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/** Different loopback ports that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries += 1) {
    if (tries > highest - lowest)
      throw new Error(`No ${count} ports of 127.0.0.1 from ${lowest} to ${highest} are free.`);
    const port = next;
    next = next + 1 < highest ? next + 1 : lowest;
    if (await isFree(port)) found.push(port);
  }
  return found;
}

/** One loopback port that is currently free. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number;
