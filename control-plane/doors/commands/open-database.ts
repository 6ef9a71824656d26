import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeProblems, readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import type { SettingName, Settings } from "@ferrule/contract/settings/settings.ts";
import { launchPostgres } from "@ferrule/embedded-postgres/launch-postgres.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { openStore, type OpenStore } from "../../ground/store/connections/open-store.ts";
import { runtimeRole } from "../../ground/store/roles/runtime-role.ts";

const forDatabase = [
  "NODE_ENV",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "EMBEDDED_DATABASE",
  "DATA_DIR",
] as const satisfies SettingName[];

/**
 * Reads the control plane's settings for a command. A setting that the command does not need may be missing; for any
 * other problem, the process prints it and exits with 1.
 */
export function readCommandSettings(needed: readonly SettingName[]): Settings {
  const { settings, problems } = readRoleSettings("control-plane", process.env);
  const relevant = new Set<SettingName>([...forDatabase, ...needed]);
  const found = problems.filter(({ name }) => relevant.has(name));
  if (found.length > 0) {
    process.stderr.write(`${describeProblems("control-plane", found)}\n`);
    process.exit(1);
  }
  return settings;
}

/**
 * The database's URL, which avoids a pooler. A running one-machine installation tells where its database is; if it is
 * not running, this starts the database.
 */
export async function findUrl(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Settings,
  log: Log,
  owned: AsyncDisposableStack,
): Promise<string> {
  if (DATABASE_URL !== undefined) return DATABASE_DIRECT_URL ?? DATABASE_URL;
  try {
    const url = (await readFile(join(DATA_DIR, "postgres", "url"), "utf8")).trim();
    await runtimeRole(url);
    return url;
  } catch {
    return owned.use(await launchPostgres({ dataDir: DATA_DIR, log })).url;
  }
}

/** Opens the control plane's database for a command, with one connection; `owned` closes it. */
export async function openDatabase(settings: Settings, log: Log, owned: AsyncDisposableStack): Promise<OpenStore> {
  const databaseUrl = await findUrl(settings, log, owned);
  return owned.use(openStore({ databaseUrl, role: await runtimeRole(databaseUrl), log, connections: 1 }));
}
