import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { launchPostgres, type EmbeddedPostgres } from "../launch-postgres.ts";
import { startChild, type ChildOptions, type LauncherChild } from "./launcher-child.ts";
import { systemDir } from "./temporary-folder.ts";

export const isRoot = process.geteuid?.() === 0;
export const silentLog = createLog("test", "silent");

const folders: string[] = [];
// We remove them all at the end: on ext4, creating files takes twenty times as long right after as many were removed.
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/**
 * A temporary folder of one test, and everything that it starts there, which ends with the test; the folder ends with
 * the test file.
 */
export interface Scene {
  folder: string;
  dataDir: string;
  systemDir: string;
  /** Launches it in this process. */
  launch(dataDir?: string): Promise<EmbeddedPostgres>;
  /** Launches it in a process of its own. */
  launchChild(options?: Partial<ChildOptions>): LauncherChild;
}

export async function makeScene(test: TestContext): Promise<Scene> {
  const folder = await mkdtemp("/tmp/ferrule-postgres-test-");
  folders.push(folder);
  if (isRoot) await chmod(folder, 0o711);
  const scene = { folder, dataDir: join(folder, "data"), systemDir };
  const launched: EmbeddedPostgres[] = [];
  const children: LauncherChild[] = [];
  test.after(async () => {
    for (const postgres of launched) await postgres.stop();
    for (const child of children) await child.end();
  });
  return {
    ...scene,
    async launch(dataDir = scene.dataDir) {
      const postgres = await launchPostgres({ dataDir, systemDir: scene.systemDir, log: silentLog });
      launched.push(postgres);
      return postgres;
    },
    launchChild(options = {}) {
      const child = startChild({ dataDir: scene.dataDir, systemDir: scene.systemDir, ...options });
      children.push(child);
      return child;
    },
  };
}

/** Runs one statement in a connection of its own. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Polls until `condition` returns something truthy, and returns that; fails after `boundMs`. */
export async function until<T>(
  what: string,
  condition: () => Promise<T>,
  boundMs = 15_000,
): Promise<Exclude<T, false | undefined>> {
  const end = Date.now() + boundMs;
  for (;;) {
    const answer = await condition().catch(() => undefined);
    if (answer) return answer as Exclude<T, false | undefined>;
    if (Date.now() > end) throw new Error(`not within ${boundMs} ms: ${what}`);
    await delay(20);
  }
}
