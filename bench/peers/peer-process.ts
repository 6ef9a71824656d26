import { spawn } from "node:child_process";
import { join } from "node:path";

/** Starts a peer as its own process. It sends its port when it listens, and ends when the channel closes. */
export async function startPeer(file: string): Promise<{ url: string; pid: number; stop: () => void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}/mcp`, pid: child.pid ?? 0, stop: () => child.kill("SIGKILL") };
}
