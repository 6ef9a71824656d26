import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { startTestPostgres } from "./test-database.ts";
import { query } from "./testing/scene.ts";

test("clones a template into databases that know nothing of each other, and removes everything", async () => {
  const postgres = await startTestPostgres();
  const socketDirectory = new URL(postgres.adminUrl).searchParams.get("host") ?? "";
  try {
    const template = await postgres.createDatabase("template");
    await query(template, "create table t as select 1 as n");
    const [one, two] = [
      await postgres.createDatabase("one", "template"),
      await postgres.createDatabase("two", "template"),
    ];
    assert.equal(one, postgres.url("one"));
    await query(one, "update t set n = 2");
    assert.deepEqual(await query(one, "select n from t"), [{ n: 2 }]);
    assert.deepEqual(await query(two, "select n from t"), [{ n: 1 }]);
    await postgres.dropDatabase("one");
    await assert.rejects(query(one, "select 1"), { code: "3D000" });
  } finally {
    await postgres.stop();
  }
  await assert.rejects(stat(socketDirectory), { code: "ENOENT" });
});
