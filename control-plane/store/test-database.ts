import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client, escapeIdentifier } from "pg";
import { openTestPostgres, type TestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { migrate } from "./migrate.ts";
import { runtimeRole } from "./runtime-role.ts";

const migrations = join(import.meta.dirname, "migrations");
const schema = createHash("sha256");
for (const name of readdirSync(migrations).sort()) schema.update(name).update(readFileSync(join(migrations, name)));
const template = `ferrule_template_${schema.digest("hex").slice(0, 16)}`;
let started: Promise<TestPostgres> | undefined;
let databases = 0;
let testsAreOver = false;

async function stopWhenUnused(): Promise<void> {
  if (testsAreOver && databases === 0) await (await started)?.stop();
}

// Registered when this file is imported, and so run before a test file's own `after`, which may close its database later.
after(async () => {
  testsAreOver = true;
  await stopWhenUnused();
});

/** Migrates the template unless another test process has; one at a time. */
async function prepareTemplate(postgres: TestPostgres): Promise<void> {
  const admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock(hashtextextended('ferrule.test_template', 0))");
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount !== 0) return;
    const unfinished = `${template}_${randomBytes(4).toString("hex")}`;
    const url = await postgres.createDatabase(unfinished);
    await migrate(url, await runtimeRole(url), createLog("test", "silent"));
    await admin.query(`alter database ${escapeIdentifier(unfinished)} rename to ${escapeIdentifier(template)}`);
  } finally {
    await admin.end();
  }
}

async function start(): Promise<TestPostgres> {
  const postgres = await openTestPostgres();
  await prepareTemplate(postgres);
  return postgres;
}

/** The tests' PostgreSQL with a migrated template; what this file made in it goes with its tests. */
export const testPostgres = (): Promise<TestPostgres> => (started ??= start());

/** A fresh, migrated database of its own, cloned from a template that is migrated once. */
export async function createTestDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const postgres = await testPostgres();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = await postgres.createDatabase(name, template);
  databases += 1;
  return {
    url,
    async [Symbol.asyncDispose]() {
      await postgres.dropDatabase(name);
      databases -= 1;
      await stopWhenUnused();
    },
  };
}
