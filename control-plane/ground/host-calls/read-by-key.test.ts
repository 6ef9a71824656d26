import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client as Connection } from "pg";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";

/*
 * Each connection plans the most frequent reads once, perhaps while the tables are nearly empty and any plan is fast.
 * The plan must stay fast when they have grown.
 */
const many = 3_000;
let plane: TestControlPlane;
let connection: Connection;
let projectId: string;
let functionId: string;

before(async () => {
  plane = await startTestControlPlane();
  ({ id: projectId } = await plane.createProject());
  const client = await plane.signInAs("owner", projectId);
  const { id: collectionId } = await client.createDataCollection({
    body: { name: "things", schema: { type: "object" } },
  });
  ({ id: functionId } = await client.createFunction({ body: { slug: "one", source: "export default () => 1;" } }));
  const grant = { subject: { kind: "function", id: functionId }, access: "read", environment: "development" } as const;
  await client.replaceDataCollectionGrant({ params: { collectionId }, body: grant });
  connection = new Connection({ connectionString: plane.settings.databaseUrl });
  await connection.connect();
  await connection.query("select set_config('ferrule.scope', 'installation', false)");
  await fill(collectionId, 1, 3);
  await connection.query("analyze records, cache_entries");
  // Repeat until PostgreSQL keeps the plan.
  for (let read = 0; read < 10; read += 1) {
    await readRecord("rec_2");
    await readCache(["key 2"]);
  }
  await fill(collectionId, 4, many);
});
after(async () => {
  await connection.end();
  await plane[Symbol.asyncDispose]();
});

async function fill(collectionId: string, from: number, to: number): Promise<void> {
  await connection.query(
    `insert into records (project_id, collection_id, environment, tenant_id, id, version, data)
     select $1, $2, 'development', 'acme', 'rec_' || n, 1, jsonb_build_object('n', n) from generate_series($3::int, $4::int) n`,
    [projectId, collectionId, from, to],
  );
  await connection.query(
    `insert into cache_entries (project_id, environment, tenant_id, key, value, size_bytes, function_id, expires_at)
     select $1, 'development', 'acme', 'key ' || n, n::text, 1, $2, now() + interval '1 hour'
     from generate_series($3::int, $4::int) n`,
    [projectId, functionId, from, to],
  );
}

const readRecord = (id: string) =>
  connection.query({
    name: "record",
    text: "select * from ferrule_read_record($1, 'development', 'acme', $2, null, 'things', $3, null)",
    values: [projectId, functionId, id],
  });
const readCache = (keys: readonly string[]) =>
  connection.query({
    name: "cache",
    text: "select * from ferrule_read_cache($1, $2, $3, $4)",
    values: [projectId, keys.map(() => "development"), keys.map(() => "acme"), keys],
  });

/** How many rows of a table a read visits. */
async function rowsRead(table: string, read: () => Promise<unknown>): Promise<number> {
  // The counter includes earlier reads, and keeps them until the transaction has ended.
  const count = async () => {
    const { rows } = await connection.query<{ count: number }>(
      `select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = $1`,
      [table],
    );
    return rows[0]?.count ?? Number.NaN;
  };
  await connection.query("begin");
  const before = await count();
  await read();
  const after = await count();
  await connection.query("rollback");
  return after - before;
}

test("a record is looked up by its key, however few there were when that was planned", async () => {
  const { rows } = await readRecord(`rec_${many}`);
  assert.deepEqual(rows[0]?.data, { n: many });
  assert.equal(await rowsRead("records", () => readRecord(`rec_${many}`)), 1);
});

test("so is an entry of the cache, and each of several", async () => {
  const keys = [`key ${many}`, "none", "key 7", `key ${many}`];
  const { rows } = await readCache(keys);
  assert.deepEqual(
    rows.map(({ value }) => value),
    [String(many), null, "7", String(many)],
  );
  assert.equal(await rowsRead("cache_entries", () => readCache(keys)), 3);
});
