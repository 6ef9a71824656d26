import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { migrate } from "./migrate.ts";
import { testPostgres } from "../testing/test-database.ts";

const log = createLog("test", "silent");
const migrations = join(import.meta.dirname, "..", "migrations");
const parents = (await readdir(migrations)).find((name) => name.endsWith("parents-of-deployments.sql")) ?? "";

/** Each one's id, target, kind, digest, and the destination of a rollback, in the order of activation. */
const served = [
  ["d1", "development", "deploy", "a", null],
  ["d2", "development", "deploy", "a", null],
  ["d3", "development", "deploy", "b", null],
  ["p1", "production", "release", "a", "d1"],
  ["p2", "production", "release", "b", "d3"],
  ["p3", "production", "rollback", "a", "p1"],
  ["p4", "production", "release", "b", "d3"],
  ["p5", "production", "release", "b", "d3"],
  ["p6", "production", "rollback", "a", "p1"],
] as const;

test("deployments of before learn from their history what their target had served", async () => {
  const url = await (await testPostgres()).createDatabase(`parents_${randomUUID()}`);
  const folder = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
  const client = new Client({ connectionString: url });
  try {
    await cp(migrations, folder, {
      recursive: true,
      filter: (path) => !path.endsWith(".sql") || path < join(migrations, parents),
    });
    await migrate(url, null, log, folder);
    await client.connect();
    await client.query("select set_config('ferrule.scope', 'installation', false)");
    await client.query("insert into projects (id, slug, name) values ('prj_1', 'one', 'One')");
    for (const [index, [id, target, kind, digest, source]] of served.entries()) {
      await client.query(
        `insert into deployments (id, project_id, number, target, kind, status, digest, source_deployment_id, finished_at)
         values ($1, 'prj_1', $2::integer, $3, $4, 'completed', $5, $6, now() + $2::integer * interval '1 second')`,
        [id, index + 1, target, kind, digest, source],
      );
    }
    await migrate(url, null, log, migrations);
    const { rows } = await client.query<{ id: string; parentId: string | null }>(
      `select id, parent_id as "parentId" from deployments order by number`,
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ id, parentId }) => [id, parentId])), {
      d1: null,
      d2: null,
      d3: "d2",
      p1: null,
      p2: "p1",
      p3: null,
      p4: "p1",
      p5: "p1",
      p6: null,
    });
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
});
