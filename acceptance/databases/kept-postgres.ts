import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { useTestPostgres, type TestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { Client } from "pg";
import { serverFolder } from "./server-process.ts";
import { serverUser } from "./server-user.ts";

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // It is starting.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A PostgreSQL of the distribution that restarts when it ends, as under systemd. It keeps everything that it has
 * acknowledged.
 * @param binaries the folder with `initdb` and `postgres`
 */
export async function startKeptPostgres(binaries: string): Promise<TestPostgres> {
  const folder = await serverFolder("kept");
  const data = join(folder, "data");
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" };
  const initdb = ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync"];
  execFileSync(join(binaries, "initdb"), initdb, { ...serverUser(), cwd: folder, env, stdio: "pipe" });
  const trusted = "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n";
  await writeFile(join(data, "pg_hba.conf"), trusted);
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
  const args = ["-D", data, ...[...settings, "max_connections=200"].flatMap((one) => ["-c", one])];
  const adminUrl = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const state: { over: boolean; child: ChildProcess | undefined } = { over: false, child: undefined };
  const keeping = (async () => {
    while (!state.over) {
      state.child = spawn(join(binaries, "postgres"), args, { ...serverUser(), cwd: folder, stdio: "ignore" });
      await once(state.child, "exit");
      await delay(100);
    }
  })();
  async function stop(): Promise<void> {
    state.over = true;
    state.child?.kill("SIGQUIT");
    await keeping;
    await rm(folder, { recursive: true, force: true });
  }
  for (let tries = 0; !(await answers(adminUrl)); tries += 1) {
    if (tries > 300) {
      await stop();
      throw new Error(`${binaries}/postgres did not start`);
    }
    await delay(100);
  }
  return { ...(await useTestPostgres(adminUrl)), stop, [Symbol.asyncDispose]: stop };
}
