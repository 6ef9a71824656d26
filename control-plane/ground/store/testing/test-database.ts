import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { openTestPostgres, type TestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { migratedTemplate } from "../schema/migrated-template.ts";

let started: Promise<TestPostgres> | undefined;
let databases = 0;
let testsAreOver = false;

async function stopWhenUnused(): Promise<void> {
  if (testsAreOver && databases === 0) await (await started)?.stop();
}

// Registered on import. So it runs before a test file's own `after`, which may close its database later.
after(async () => {
  testsAreOver = true;
  await stopWhenUnused();
});

async function start(): Promise<TestPostgres> {
  const postgres = await openTestPostgres();
  await migratedTemplate(postgres);
  return postgres;
}

/**
 * The tests' PostgreSQL with a migrated template. After a file's tests, it removes the databases that the file created.
 */
export const testPostgres = (): Promise<TestPostgres> => (started ??= start());

/** A fresh, migrated database, cloned from a template that is migrated once. */
export async function createTestDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const postgres = await testPostgres();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = await postgres.createDatabase(name, await migratedTemplate(postgres));
  databases += 1;
  return {
    url,
    async [Symbol.asyncDispose]() {
      await postgres.giveBackDatabase(name);
      databases -= 1;
      await stopWhenUnused();
    },
  };
}
