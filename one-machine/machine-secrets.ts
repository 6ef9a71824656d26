import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./data-dir.ts";

/** The credentials that the roles of one machine share; created once and kept in `secrets.json` (mode 600). */
export interface MachineSecrets {
  SESSION_SECRET: string;
  ENCRYPTION_KEYS: string;
  INTERNAL_API_TOKEN: string;
  WORKER_API_TOKEN: string;
}

const names = ["SESSION_SECRET", "ENCRYPTION_KEYS", "INTERNAL_API_TOKEN", "WORKER_API_TOKEN"] as const;

/** Reads or creates them. A value from the environment wins and is not written down. */
export function machineSecrets(dataDir: string, env: NodeJS.ProcessEnv): MachineSecrets {
  const file = join(dataDir, "secrets.json");
  let kept: Partial<MachineSecrets> = {};
  if (existsSync(file)) {
    try {
      kept = JSON.parse(readFileSync(file, "utf8")) as Partial<MachineSecrets>;
    } catch (cause) {
      throw new StartError(`${file} cannot be read. It holds this machine's keys: restore it from a backup.`, {
        cause,
      });
    }
  }
  const missing = names.filter((name) => typeof kept[name] !== "string");
  if (missing.length > 0) {
    for (const name of missing) kept[name] = randomBytes(32).toString("base64url");
    writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const secrets = { ...(kept as MachineSecrets) };
  for (const name of names) secrets[name] = env[name] || secrets[name];
  return secrets;
}
