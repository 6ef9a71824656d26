import { createLog } from "@ferrule/kit/log.ts";
import { explainStartFailure } from "../explain-start-failure.ts";
import { migrate, pendingMigrations } from "../store/migrate.ts";
import { recordsRole } from "../store/records-role.ts";
import { runtimeRole } from "../store/runtime-role.ts";
import { findUrl, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule migrate [--dry-run]` brings the database to this version's schema while the previous version is serving.
 * Exit codes: 0 done or nothing to do, 1 failed with the reason printed.
 */
process.title = "ferrule migrate";
const settings = readCommandSettings([]);
const dryRun = process.argv[2] === "--dry-run";
const log = createLog("migrate", "warn");

try {
  await using owned = new AsyncDisposableStack();
  const url = await findUrl(settings, log, owned);
  const role = await runtimeRole(url);
  const names = dryRun ? await pendingMigrations(url, role, log) : await migrate(url, role, log);
  if (!dryRun) await recordsRole(url, role, log);
  for (const name of names) process.stdout.write(`${dryRun ? "would apply" : "applied"} ${name}\n`);
  if (names.length === 0) process.stdout.write("The database has this version's schema.\n");
} catch (error) {
  process.stderr.write(`ferrule migrate: ${explainStartFailure(error, settings.DATABASE_URL)}\n`);
  process.exitCode = 1;
}
