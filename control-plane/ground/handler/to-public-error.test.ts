import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { createLog } from "@ferrule/kit/log.ts";
import { openStore } from "../store/connections/open-store.ts";
import { createTestDatabase } from "../store/testing/test-database.ts";
import { toPublicError } from "./to-public-error.ts";

test("a connection that ends between two statements of a transaction is the database being away", async () => {
  await using database = await createTestDatabase();
  await using store = openStore({
    databaseUrl: database.url,
    role: null,
    log: createLog("test", "silent"),
    connections: 2,
  });
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  try {
    const transaction = store.inInstallation(async ({ tx }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await delay(50);
      await sql`select 1`.execute(tx);
    });
    const refused = await transaction.then(() => assert.fail("was answered"), toPublicError);
    assert.deepEqual([refused.code, refused.retryAfterSeconds], ["UNAVAILABLE", 2]);
  } finally {
    await admin.end();
  }
});

test("a database that takes no writes, as a standby before its promotion, is away", async () => {
  await using database = await createTestDatabase();
  await using store = openStore({ databaseUrl: database.url, role: null, log: createLog("test", "silent") });
  const transaction = store.inInstallation(({ tx }) => sql`update workers set errors = null`.execute(tx), {
    readOnly: true,
  });
  const refused = await transaction.then(() => assert.fail("was answered"), toPublicError);
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ["UNAVAILABLE", 2]);
});
