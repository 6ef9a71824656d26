import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "@ferrule/kit/log.ts";
import { Client, escapeIdentifier } from "pg";
import type { TestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { migrate } from "./migrate.ts";
import { runtimeRole } from "../roles/runtime-role.ts";

const migrations = join(import.meta.dirname, "..", "migrations");
const schema = createHash("sha256");
for (const name of readdirSync(migrations).sort()) schema.update(name).update(readFileSync(join(migrations, name)));
const template = `ferrule_template_${schema.digest("hex").slice(0, 16)}`;
const known = new Map<string, Promise<string>>();

/**
 * The name of a migrated template database on the tests' server. The first test process to ask migrates it, while the
 * others wait. Each change of the migrations gets a new one.
 */
export function migratedTemplate(postgres: TestPostgres): Promise<string> {
  const found = known.get(postgres.adminUrl) ?? migrateTemplate(postgres);
  known.set(postgres.adminUrl, found);
  return found;
}

async function migrateTemplate(postgres: TestPostgres): Promise<string> {
  const admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock(hashtextextended('ferrule.test_template', 0))");
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount !== 0) return template;
    const unfinished = `${template}_${randomBytes(4).toString("hex")}`;
    const url = await postgres.createDatabase(unfinished);
    await migrate(url, await runtimeRole(url), createLog("test", "silent"));
    await admin.query(`alter database ${escapeIdentifier(unfinished)} rename to ${escapeIdentifier(template)}`);
    return template;
  } finally {
    await admin.end();
  }
}
