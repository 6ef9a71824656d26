import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverUser } from "./server-user.ts";

/** A temporary folder that belongs to the servers' user. */
export async function serverFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `ferrule-${name}-`));
  await chmod(folder, 0o711);
  const user = serverUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/**
 * Starts a server as the servers' user, and resolves when `isReady` does. Disposing ends the process and removes its folder.
 * @throws Error with the end of its output, when it ends before that
 */
export async function startServer(
  [program, ...args]: [string, ...string[]],
  folder: string,
  isReady: () => Promise<boolean>,
): Promise<AsyncDisposable> {
  const child = spawn(program, args, { ...serverUser(), cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-4_000)));
  const ended = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) break;
    if (await isReady()) return { [Symbol.asyncDispose]: stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${program} did not start: ${said}`);
}
