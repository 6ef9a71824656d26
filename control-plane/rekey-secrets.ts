import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeProblems, readRoleSettings } from "@ferrule/contract/read-role-settings.ts";
import type { SettingName } from "@ferrule/contract/settings.ts";
import { launchPostgres } from "@ferrule/embedded-postgres/launch-postgres.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { rekey } from "./secrets/rekey.ts";
import { keyRing } from "./secrets/sealing/key-ring.ts";
import { encryptionKeysOf } from "./settings.ts";
import { openStore } from "./store/open-store.ts";
import { runtimeRole } from "./store/runtime-role.ts";

/*
 * `ferrule secrets rekey`: a program of its own with the control plane's settings, of which it needs ENCRYPTION_KEYS and the
 * database. Exit codes: 0 every secret is under the first of ENCRYPTION_KEYS, 1 some are not.
 */
process.title = "ferrule secrets rekey";
const needed = new Set<SettingName>(["NODE_ENV", "ENCRYPTION_KEYS", "DATABASE_URL", "EMBEDDED_DATABASE", "DATA_DIR"]);
const read = readRoleSettings("control-plane", process.env);
const problems = read.problems.filter(({ name }) => needed.has(name));
const encryptionKeys = encryptionKeysOf(read.settings);
if (problems.length === 0 && encryptionKeys.length === 0) {
  problems.push({ name: "ENCRYPTION_KEYS", message: "is missing: the new key first, then those in use" });
}
if (problems.length > 0) {
  process.stderr.write(`${describeProblems("control-plane", problems)}\n`);
  process.exit(1);
}
const { DATABASE_URL, DATA_DIR } = read.settings;
const log = createLog("rekey-secrets", "warn");

/** A database's URL and the role to work as there. A one-machine installation that runs says where its database is. */
async function findDatabase(owned: AsyncDisposableStack): Promise<{ url: string; role: string | null }> {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, role: await runtimeRole(DATABASE_URL) };
  try {
    const url = (await readFile(join(DATA_DIR, "postgres", "url"), "utf8")).trim();
    return { url, role: await runtimeRole(url) };
  } catch {
    const { url } = owned.use(await launchPostgres({ dataDir: DATA_DIR, log }));
    return { url, role: await runtimeRole(url) };
  }
}

try {
  await using owned = new AsyncDisposableStack();
  const { url, role } = await findDatabase(owned);
  const ring = await keyRing(encryptionKeys);
  const store = owned.use(openStore({ databaseUrl: url, role, log, connections: 1 }));
  const { rewrapped, failed } = await rekey(store, ring);
  process.stdout.write(`Rewrapped the data keys of ${rewrapped} secrets under the encryption key ${ring.first.id}.\n`);
  for (const [why, count] of failed) process.stderr.write(`${count} left as they were: ${why}\n`);
  process.exitCode = failed.size > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`Not rekeyed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
