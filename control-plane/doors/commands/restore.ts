import { createLog } from "@ferrule/kit/log.ts";
import { unlockWith } from "../../whole/backup/file/keys.ts";
import { readBackup, type Contents } from "../../whole/backup/read-backup.ts";
import { restoreBackup } from "../../whole/backup/restore-backup.ts";
import { explainStartFailure } from "../../ground/explain-start-failure.ts";
import { connectForMigrations, migrate } from "../../ground/store/schema/migrate.ts";
import { recordsRole } from "../../ground/store/roles/records-role.ts";
import { runtimeRole } from "../../ground/store/roles/runtime-role.ts";
import { findUrl, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule restore` runs as a separate program. It reads the control plane's settings, and needs the database. Exit
 * codes: 0 done, 1 failed with the reason printed.
 */
process.title = "ferrule restore";
const log = createLog("restore", "warn");

interface Options {
  file: string;
  /** Only read and check the file. */
  check?: boolean;
  identity?: string;
  passphraseFile?: string;
}
const { file, check, ...keys } = JSON.parse(process.argv[2] ?? "{}") as Options;

const described = ({ header, tables, rows }: Contents) =>
  `${rows} rows of ${tables} tables, as of ${header.takenAt}, by Ferrule ${header.version}`;

async function restoreInto(url: string, role: string | null): Promise<Contents> {
  const client = await connectForMigrations(url, role, log);
  try {
    return await restoreBackup(client, file, () => unlockWith(keys));
  } finally {
    await client.end();
  }
}

async function restore(owned: AsyncDisposableStack): Promise<string> {
  const url = await findUrl(readCommandSettings([]), log, owned);
  const role = await runtimeRole(url);
  const contents = await restoreInto(url, role);
  const newer = await migrate(url, role, log);
  await recordsRole(url, role, log);
  const migrated = newer.length === 0 ? "" : ` Applied ${newer.length} newer migrations.`;
  return `Restored ${described(contents)}.${migrated} Start the roles with the ENCRYPTION_KEYS of that installation.`;
}

try {
  await using owned = new AsyncDisposableStack();
  const done =
    check === true
      ? `The backup is whole: ${described(await readBackup(file, await unlockWith(keys)))}.`
      : await restore(owned);
  process.stdout.write(`${done}\n`);
} catch (error) {
  process.stderr.write(`ferrule restore: ${explainStartFailure(error, process.env["DATABASE_URL"])}\n`);
  process.exitCode = 1;
}
