import { createLog } from "@ferrule/kit/log.ts";
import { makeKey, lockWith } from "../../whole/backup/file/keys.ts";
import { streamBackup, writeBackup } from "../../whole/backup/write-backup.ts";
import { explainStartFailure } from "../../ground/explain-start-failure.ts";
import { connectForMigrations } from "../../ground/store/schema/migrate.ts";
import { runtimeRole } from "../../ground/store/roles/runtime-role.ts";
import { findUrl, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule backup` and `ferrule backup-key` run as separate programs. They read the control plane's settings, and need
 * the database. Exit codes: 0 done, 1 failed with the reason printed.
 */
process.title = "ferrule backup";
const log = createLog("backup", "warn");

interface Options {
  version: string;
  /** A path; `-` for standard output. */
  file: string;
  /** Write a key there instead of a backup. */
  key?: boolean;
  recipient?: string[];
  passphraseFile?: string;
}
const { version, file, key, recipient, passphraseFile } = JSON.parse(process.argv[2] ?? "{}") as Options;

async function backUp(owned: AsyncDisposableStack): Promise<string> {
  const encrypter = await lockWith({ recipients: recipient, passphraseFile });
  const url = await findUrl(readCommandSettings([]), log, owned);
  const client = await connectForMigrations(url, await runtimeRole(url), log);
  owned.defer(() => client.end());
  const written =
    file === "-"
      ? await streamBackup(client, version, encrypter, process.stdout)
      : await writeBackup(client, version, encrypter, file);
  return `Backed up ${written.rows} rows of ${written.tables} tables in ${written.bytes} bytes. ENCRYPTION_KEYS are not in it: keep them elsewhere.`;
}

try {
  await using owned = new AsyncDisposableStack();
  // Standard output may carry the backup itself, so messages go elsewhere.
  if (key === true) process.stdout.write(`${await makeKey(file)}\n`);
  else process.stderr.write(`${await backUp(owned)}\n`);
} catch (error) {
  process.stderr.write(`ferrule backup: ${explainStartFailure(error, process.env["DATABASE_URL"])}\n`);
  process.exitCode = 1;
}
