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
