import { createLog } from "@ferrule/kit/log.ts";
import { explainStartFailure } from "../../ground/explain-start-failure.ts";
import { grantToRole } from "../../ground/store/schema/grant-to-role.ts";
import { migrate, pendingMigrations } from "../../ground/store/schema/migrate.ts";
import { recordsRole } from "../../ground/store/roles/records-role.ts";
import { runtimeRole } from "../../ground/store/roles/runtime-role.ts";
import { findUrl, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule migrate [--dry-run | --for <role>]` brings the database to this version's schema while the previous version
 * serves. With `--for`, it lets that database role run the control plane. Exit codes: 0 done or nothing to do, 1 failed
 * with the reason printed.
 */
process.title = "ferrule migrate";
const settings = readCommandSettings([]);
const [option, granted] = process.argv.slice(2);
const dryRun = option === "--dry-run";
const log = createLog("migrate", "warn");

try {
  await using owned = new AsyncDisposableStack();
  const url = await findUrl(settings, log, owned);
  const role = await runtimeRole(url);
  const names = dryRun ? await pendingMigrations(url, role, log) : await migrate(url, role, log);
  if (!dryRun) await recordsRole(url, role, log);
  if (!dryRun && granted !== undefined) await grantToRole(url, role, granted, log);
  for (const name of names) process.stdout.write(`${dryRun ? "would apply" : "applied"} ${name}\n`);
  if (granted !== undefined) process.stdout.write(`The role ${granted} may run the control plane.\n`);
  if (names.length === 0) process.stdout.write("The database has this version's schema.\n");
} catch (error) {
  process.stderr.write(`ferrule migrate: ${explainStartFailure(error, settings.DATABASE_URL)}\n`);
  process.exitCode = 1;
}
