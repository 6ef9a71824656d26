import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { migrate } from "./migrate.ts";
import { ownMigrations } from "./migrations-of.ts";
import { testPostgres } from "../testing/test-database.ts";

test("artifacts that are stored whole are removed with what serves them, and those in parts stay", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
  const url = await (await testPostgres()).createDatabase(`parts_${randomUUID()}`);
  const log = createLog("test", "silent");
  for (const name of await readdir(ownMigrations))
    if (name < "0071") await cp(join(ownMigrations, name), join(folder, name));
  await migrate(url, null, log, folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select set_config('ferrule.scope', 'installation', false)");
    for (const [id, manifest, head] of [
      ["whole", "{}", null],
      ["parts", null, '{"endpoints":[],"functions":[]}'],
    ]) {
      await client.query("insert into projects (id, slug, name) values ($1, $1, $1)", [id]);
      await client.query(
        "insert into artifacts (digest, project_id, manifest, head, connection_names) values ($1, $1, $2, $3, '[]')",
        [id, manifest, head],
      );
      await client.query(
        `insert into deployments (id, project_id, number, target, kind, status, digest)
         values ($1, $1, 1, 'development', 'deploy', 'completed', $1)`,
        [id],
      );
      await client.query(
        `insert into project_targets (project_id, environment, deployment_id, digest)
         values ($1, 'development', $1, $1)`,
        [id],
      );
    }
    await migrate(url, null, log);
    const { rows } = await client.query(
      `select d.id, d.digest, t.digest as served, a.digest as stored from deployments d
       left join project_targets t on t.deployment_id = d.id
       left join artifacts a on a.digest = d.id order by d.id`,
    );
    assert.deepEqual(rows, [
      { id: "parts", digest: "parts", served: "parts", stored: "parts" },
      { id: "whole", digest: null, served: null, stored: null },
    ]);
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
});
