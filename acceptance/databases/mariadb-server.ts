import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import mysql from "mysql2/promise";
import { serverFolder } from "./server-process.ts";
import { serverUser } from "./server-user.ts";

/** The missing parts for these tests on this machine; undefined if none is missing. */
export function whyNoMariadb(): string | undefined {
  const missing = ["mariadbd", "mariadb-install-db"].filter(
    (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error !== undefined,
  );
  return missing.length === 0 ? undefined : `not installed: ${missing.join(", ")} (Debian: mariadb-server)`;
}

export interface TestMariadb extends AsyncDisposable {
  /** A database `shop`, whose user may do everything in it. */
  url: string;
  port: number;
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`mariadbd ended with ${child.exitCode}`);
    try {
      const connection = await mysql.createConnection({ host: "127.0.0.1", port, user: "root" });
      for (const sql of [
        "create database shop character set utf8mb4",
        "create user 'writer'@'%' identified by 'a writer''s password'",
        "grant all on shop.* to 'writer'@'%'",
      ]) {
        await connection.query(sql);
      }
      await connection.end();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "ECONNREFUSED") throw error;
      await delay(100);
    }
  }
  throw new Error("mariadbd does not listen");
}

/**
 * Starts a MariaDB for the tests on a port of loopback, with `more` options. Disposing ends it and removes its files.
 */
export async function startTestMariadb(more: readonly string[] = []): Promise<TestMariadb> {
  const folder = await serverFolder("mariadb");
  const user = serverUser();
  const files = [`--datadir=${join(folder, "data")}`, "--no-defaults"].toReversed();
  const made = spawnSync(
    "mariadb-install-db",
    [...files, "--auth-root-authentication-method=normal", "--skip-test-db", `--tmpdir=${folder}`],
    { ...user, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const options = [`--port=${port}`, "--bind-address=127.0.0.1", `--socket=${join(folder, "s")}`, `--tmpdir=${folder}`];
  const quiet = ["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M", "--skip-name-resolve"];
  const child = spawn("mariadbd", [...files, ...options, ...quiet, ...more], { ...user, stdio: "ignore" });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  const password = encodeURIComponent("a writer's password");
  return { url: `mysql://writer:${password}@127.0.0.1:${port}/shop`, port, [Symbol.asyncDispose]: stop };
}
