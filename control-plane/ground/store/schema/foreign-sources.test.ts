import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { migrate } from "./migrate.ts";
import { testPostgres } from "../testing/test-database.ts";

const migrations = join(import.meta.dirname, "..", "migrations");
const name = readdirSync(migrations).find((one) => one.endsWith("-foreign-sources.sql"))!;
const mapOf = (sources: string[], sourcesContent = sources.map(() => "text")) =>
  JSON.stringify({ version: 3, sources, sourcesContent, mappings: "AAAA", names: [], file: "function.js" });
const absent = (module: string) =>
  `throw new Error(${JSON.stringify(`The module "${module}" does not exist in the sandbox.`)}); module.exports = {};`;
const clean = {
  plain: mapOf(["lib/money.ts", "@acme/a-b@1.0.0-rc.1/dist/a b.js", "ms@2.1.3/index.js", "empty", "function.ts"]),
  absent: mapOf(["node:fs", "etc/passwd", "function.ts"], [absent("node:fs"), absent("etc/passwd"), "a\u0000b"]),
  none: "{}",
};
const foreign = {
  file: mapOf(["etc/passwd", "function.ts"], ["root:x:0:0", "text"]),
  up: mapOf(["../run/secrets/key.txt"]),
  pretends: mapOf(["proc/self/environ"], [`${absent("proc/self/environ")} ENCRYPTION_KEYS=`]),
};

test("an upgrade empties source maps that hold files of a worker, keeps the code, and says so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
  const url = await (await testPostgres()).createDatabase(`foreign_${randomUUID()}`);
  const log = createLog("test", "silent");
  const said: string[] = [];
  log.warn = (fields: unknown) => void said.push((fields as { said?: string }).said ?? "");
  const from = migrations;
  for (const one of await readdir(from)) if (one < name) await cp(join(from, one), join(folder, one));
  await migrate(url, null, log, folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select set_config('ferrule.scope', 'installation', false)");
    await client.query("insert into projects (id, slug, name) values ('prj_1', 'one', 'One')");
    const digests = new Map<string, string>();
    for (const [key, map] of Object.entries({ ...clean, ...foreign })) {
      const digest = createHash("sha256").update(key).digest("hex");
      digests.set(key, digest);
      await client.query("insert into bundles (digest, code, source_map) values ($1, $2, $3)", [digest, key, map]);
    }
    const [held, kept] = [digests.get("file")!, digests.get("plain")!];
    await client.query(
      "insert into artifacts (digest, project_id, manifest, bundle_digests) values ('d', 'prj_1', '{}', $1)",
      [[held, kept]],
    );
    await client.query(
      "insert into build_results (key, bundle_digest, diagnostics, derived) values ('k', $1, '[]', '{}')",
      [held],
    );
    await client.query(
      `insert into deployments (id, project_id, number, target, kind, status, error) values
       ('dep_1', 'prj_1', 1, 'development', 'deploy', 'failed', '{"code":"BUNDLE_FAILED","message":"run/key:1 Unexpected \\"hunter2\\" in source map"}')`,
    );
    await client.query(
      `insert into deployment_log (deployment_id, project_id, level, message) values
       ('dep_1', 'prj_1', 'error', 'a.ts:1:1 run/key:1 Unexpected "hunter2" in source map'), ('dep_1', 'prj_1', 'info', 'Building.')`,
    );
    await cp(join(from, name), join(folder, name));
    await migrate(url, null, log, folder);

    const { rows: bundles } = await client.query<{ digest: string; code: string; source_map: string }>(
      "select * from bundles",
    );
    for (const [key, map] of Object.entries(clean))
      assert.equal(bundles.find(({ code }) => code === key)?.source_map, map);
    for (const key of Object.keys(foreign)) {
      const bundle = bundles.find(({ code }) => code === key);
      assert.equal(bundle?.digest, digests.get(key));
      assert.deepEqual((JSON.parse(bundle!.source_map) as { sources: string[] }).sources, []);
    }
    assert.equal((await client.query("select from build_results")).rowCount, 0);
    const texts = await client.query(
      "select message from deployment_log union all select error::text from deployments",
    );
    assert.doesNotMatch(JSON.stringify(texts.rows), /hunter2/);
    assert.match(JSON.stringify(texts.rows), /Building\./);
    const { rows: events } = await client.query<{ project_id: string | null; changes: Record<string, unknown> }>(
      "select project_id, changes from audit_events where action = 'bundle.clean' order by project_id nulls last",
    );
    assert.deepEqual(events, [
      { project_id: "prj_1", changes: { bundles: [`${held}: etc/passwd`] } },
      { project_id: null, changes: { sourceMaps: 3, logMessages: 1 } },
    ]);
    assert.equal(said.length, 2);
    assert.match(said.join(), /rotate/);
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
});
