import { explainStartFailure } from "../../ground/explain-start-failure.ts";
import { databaseStanding } from "../../ground/store/roles/database-standing.ts";

/*
 * The part of `ferrule config check --hardening` that inspects the database of DATABASE_URL. Sets the exit code to 1
 * when a check fails, and leaves it alone otherwise.
 */
const databaseUrl = process.env["DATABASE_DIRECT_URL"] ?? process.env["DATABASE_URL"] ?? "";
try {
  for (const [id, open] of Object.entries(await databaseStanding(databaseUrl)) as [string, string | null][]) {
    process.stdout.write(open === null ? `good  ${id}\n` : `OPEN  ${id}: ${open}\n`);
    if (open !== null) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${explainStartFailure(error, databaseUrl)}\n`);
  process.exitCode = 1;
}
