import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { deployed } from "../../testing/released.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

test("shows the first twenty of a deployment's changes in the list, all of them on the single read, and counts all in both", async () => {
  const author = await startAuthor(scene);
  await author.bindTool(await author.addEndpoint("desk"), await author.addFunction("one"), "one");
  const { id } = await deployed(scene, author);
  const words = ["added", "changed", "removed"] as const;
  const changes = Array.from({ length: 2_000 }, (_, n) => ({
    kind: "function",
    id: `fn_${n}`,
    name: `function-${n}`,
    change: words[n % 3],
    fields: [],
    permissions: [],
    breaking: n % 4 === 0 ? ["Argument `b` is now required."] : [],
  }));
  await scene.query((tx) =>
    sql`update deployments set changes = ${JSON.stringify(changes)}::jsonb where id = ${id}`.execute(tx),
  );
  const counts = { added: 667, changed: 667, removed: 666, breaking: 500 };
  const { items } = await author.client.listDeployments();
  assert.deepEqual(items[0]?.changes, changes.slice(0, 20));
  assert.deepEqual(items[0]?.changeCounts, counts);
  const whole = await author.client.getDeployment({ params: { projectDeploymentId: id } });
  assert.deepEqual([whole.changes, whole.changeCounts], [changes, counts]);
});

test("lists the deployments that were requested within a time, and their next page", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("one");
  const ids = [await deployed(scene, author), await deployed(scene, author), await deployed(scene, author)].map(
    ({ id }) => id,
  );
  for (const [n, id] of ids.entries())
    await scene.query((tx) =>
      sql`update deployments set created_at = ${`2026-11-0${n + 1}T12:00:00Z`}::timestamptz where id = ${id}`.execute(
        tx,
      ),
    );
  const list = async (query: { from?: string; to?: string; limit?: number; cursor?: string }) =>
    author.client.listDeployments({ query });
  const within = async (from?: string, to?: string) =>
    (await list({ ...(from && { from }), ...(to && { to }) })).items.map(({ id }) => ids.indexOf(id));
  assert.deepEqual(await within("2026-11-02T12:00:00Z"), [2, 1]);
  assert.deepEqual(await within(undefined, "2026-11-02T12:00:00Z"), [0]);
  assert.deepEqual(await within("2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z"), [1]);
  const from = "2026-11-02T00:00:00Z";
  const { items, nextCursor } = await list({ from, limit: 1 });
  assert.deepEqual(
    items.map(({ id }) => ids.indexOf(id)),
    [2],
  );
  const next = await list({ from, limit: 1, cursor: nextCursor ?? "" });
  assert.deepEqual([next.items.map(({ id }) => ids.indexOf(id)), next.nextCursor], [[1], null]);
  await assert.rejects(list({ limit: 1, cursor: nextCursor ?? "" }), { code: "VALIDATION_ERROR" });
});
