import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { rekey } from "../../doors/commands/rekey/rekey.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const [oldKey, newKey] = ["older", "newer"].map((age) => `the ${age} key of these tests of 32 characters`) as [
  string,
  string,
];
const url = "postgres://reader:never-shown@db.example/shop?sslmode=require";
const plane = duringTests(() => startTestControlPlane({ encryptionKeys: [oldKey] }));
const client = duringTests(() => plane.signInAs("owner"));

const rowOf = (id: string) =>
  plane.app.store.inInstallation(({ tx }) =>
    tx.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
async function opened(id: string, keys: string[]): Promise<string> {
  const { projectId, environment, name, version, ...sealed } = await rowOf(id);
  return openSecret(await keyRing(keys), { projectId, environment, secretId: id, name, version }, sealed);
}

test("a URL is sealed, changed under its next version, and rewrapped with the secrets' keys", async () => {
  const body = { name: "shop", environment: "development", url } as const;
  const { id, address, kind, revision } = await client.createConnection({ body });
  assert.deepEqual([address, kind], ["db.example:5432/shop", "postgresql"]);
  assert.equal(await opened(id, [oldKey]), url);
  const next = url.replace("never-shown", "another-word");
  const headers = { "if-match": `"${revision}"` };
  const changed = await client.updateConnection({ params: { connectionId: id }, body: { url: next }, headers });
  assert.equal(changed.revision, revision + 1);
  const { rewrapped, failed } = await rekey(plane.app.store, await keyRing([newKey, oldKey]));
  assert.deepEqual([rewrapped, failed.size], [1, 0]);
  assert.equal(await opened(id, [newKey]), next);
  await assert.rejects(opened(id, [oldKey]));
});

test("a list has only the connections of the names that are asked for, in one environment", async () => {
  for (const name of ["listed_one", "listed_two"])
    await client.createConnection({ body: { name, environment: "development", url } });
  await client.createConnection({ body: { name: "listed_one", environment: "production", url } });
  const query = { names: "listed_one\nlisted_none", environment: "development" } as const;
  const { items } = await client.listConnections({ query });
  assert.deepEqual(
    items.map(({ name, environment }) => [name, environment]),
    [["listed_one", "development"]],
  );
});

test("a URL that leads to no database is refused in words that do not repeat it", async () => {
  for (const wrong of [
    "https://user:never-shown@db.example/shop",
    "postgres://user:never-shown@db.example",
    "postgres://user:never-shown@db.example/shop?host=/tmp",
    "postgres://user:never-shown@db.example/shop#x",
    "postgres://user:never-shown@a,b/shop",
    "postgres://db.example/shop",
    "mysql://user:never%shown@db.example/shop",
  ]) {
    const body = { name: "wrong", environment: "development", url: wrong } as const;
    const error = await client.createConnection({ body }).catch((reason: unknown) => reason);
    assert.equal((error as { code?: string }).code, "VALIDATION_ERROR", wrong);
    assert.doesNotMatch(JSON.stringify((error as { details?: unknown }).details), /never/);
  }
  const { id } = await client.createConnection({ body: { name: "kind", environment: "development", url } });
  const other = { params: { connectionId: id }, body: { url: "mysql://user:word@db.example/shop" } };
  const error = await client.updateConnection(other).catch((reason: unknown) => reason);
  assert.equal((error as { code?: string }).code, "VALIDATION_ERROR");
});
