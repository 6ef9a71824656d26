import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Server programs that speak the protocol, the open-source one first. */
const programs = ["valkey-server", "redis-server"];

/** The server's program on this machine; undefined when neither is installed. */
export function findRedisServer(): string | undefined {
  return programs.find((program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0);
}

export interface TestRedis extends AsyncDisposable {
  url: string;
  /** Ends the process at once, as a crash would. */
  kill: () => Promise<void>;
}

/**
 * Starts a password-protected server for the tests, in memory only. It listens on a loopback port. Disposing ends it.
 */
export async function startTestRedis(program: string): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-redis-"));
  for (let tries = 0; tries < 20; tries += 1) {
    // The server does not accept port 0, so we guess until we find a free one.
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const options = { port, bind: "127.0.0.1", requirepass: "of-the-tests", save: "", appendonly: "no", dir: folder };
    const child = spawn(
      program,
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let said = "";
    const ready = await new Promise<boolean>((resolve) => {
      child.once("exit", () => resolve(false));
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (/ready to accept connections/i.test(said)) resolve(true);
      });
    });
    if (!ready) continue;
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    };
    return {
      url: `redis://:of-the-tests@127.0.0.1:${port}`,
      kill,
      async [Symbol.asyncDispose]() {
        await kill();
        await rm(folder, { recursive: true, force: true });
      },
    };
  }
  throw new Error(`${program} did not start.`);
}
