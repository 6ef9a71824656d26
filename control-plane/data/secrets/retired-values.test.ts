import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { cacheWorker, home } from "../cache/testing/cache-worker.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { pruneRetired } from "./queries/retired.ts";
import { rekey } from "../../doors/commands/rekey/rekey.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";

const [oldKey, newKey] = ["old", "new"].map((age) => `the ${age} key of these tests of thirty-two`) as [string, string];
const plane = duringTests(() => startTestControlPlane({ encryptionKeys: [oldKey] }));

const inDatabase = <T>(statement: ReturnType<typeof sql<T>>) =>
  plane.app.store.inInstallation(async ({ tx }) => (await statement.execute(tx)).rows);

/** A Project with a secret whose values are in a cache entry, and what a reveal of that entry shows. */
async function scene() {
  const { id } = await plane.createProject();
  const owner = await plane.signInAs("owner", id);
  const values = { first: `the first of ${id}`, second: `the second of ${id}` };
  await cacheWorker(plane, id).set("holds", values);
  const secret = await owner.createSecret({
    body: { name: "TOKEN", environment: "production", value: values.first },
  });
  const reveal = async () => (await owner.revealCacheEntry({ body: { ...home, key: "holds" } })).value;
  return { id, owner, values, params: { secretId: secret.id }, reveal };
}
const hidden = { first: "[masked]", second: "[masked]" };

test("what a secret was stays covered after a rotation and after its deletion, and is nowhere in clear", async () => {
  const { id, owner, values, params, reveal } = await scene();
  await owner.rotateSecret({ params, body: { value: values.second } });
  assert.deepEqual(await reveal(), hidden);
  await owner.deleteSecret({ params, query: {} });
  assert.deepEqual(await reveal(), hidden);
  const rows = await inDatabase(sql`select * from retired_secret_values where project_id = ${id}`);
  assert.equal(rows.length, 2);
  const kept = rows
    .map((row) =>
      Object.values(row as object)
        .map(String)
        .join(" "),
    )
    .join(" ");
  assert.ok(!kept.includes("the first") && !kept.includes("the second"));
});

test("it is covered for as long as a cache entry can live after the last call that had it, then forgotten", async () => {
  const { id, owner, values, params, reveal } = await scene();
  await owner.rotateSecret({ params, body: { value: values.second } });
  const move = (days: number) =>
    inDatabase(sql`update retired_secret_values set retired_at = retired_at - ${days} * interval '1 day',
      expires_at = expires_at - ${days} * interval '1 day' where project_id = ${id}`);
  await move(30);
  assert.deepEqual(await reveal(), hidden);
  await move(1);
  assert.deepEqual(await reveal(), { ...values, second: "[masked]" });
  await plane.app.store.inInstallation(pruneRetired);
  assert.deepEqual(await inDatabase(sql`select 1 from retired_secret_values where project_id = ${id}`), []);
});

test("of one name the latest twenty are kept", async () => {
  const { id, owner, params } = await scene();
  for (let round = 0; round < 23; round += 1) await owner.rotateSecret({ params, body: { value: `value ${round}` } });
  const rows = await inDatabase<{ version: number }>(
    sql`select version from retired_secret_values where project_id = ${id} order by version`,
  );
  assert.deepEqual(
    rows.map(({ version }) => version),
    Array.from({ length: 20 }, (_, index) => index + 4),
  );
});

test("another Project's are not looked for, and a deleted Project's are gone", async () => {
  const one = await scene();
  await one.owner.rotateSecret({ params: one.params, body: { value: "something else" } });
  const other = await scene();
  await cacheWorker(plane, other.id).set("holds", one.values);
  assert.deepEqual(await other.reveal(), one.values);
  await one.owner.archiveProject({ params: { projectId: one.id } });
  await one.owner.deleteProject({ params: { projectId: one.id } });
  assert.deepEqual(await inDatabase(sql`select 1 from retired_secret_values where project_id = ${one.id}`), []);
});

test("rekeying wraps them under the new key, with which alone they are covered", async () => {
  const { id, owner, values, params, reveal } = await scene();
  await owner.rotateSecret({ params, body: { value: values.second } });
  await owner.deleteSecret({ params, query: {} });
  const { failed } = await rekey(plane.app.store, await keyRing([newKey, oldKey]));
  assert.equal(failed.size, 0);
  const newId = (await keyRing([newKey])).first.id;
  const rows = await inDatabase<{ keyId: string }>(
    sql`select distinct key_id from retired_secret_values where project_id = ${id}`,
  );
  assert.deepEqual(
    rows.map(({ keyId }) => keyId),
    [newId],
  );
  await assert.rejects(reveal(), { status: 503 });
  plane.app.settings.encryptionKeys = [newKey];
  assert.deepEqual(await reveal(), hidden);
  plane.app.settings.encryptionKeys = [oldKey];
});
