import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { cacheWorker, home } from "./testing/cache-worker.ts";

test("nothing is revealed while a secret of the Project cannot be opened, for it could not be masked", async () => {
  await using plane = await startTestControlPlane();
  const { id } = await plane.createProject();
  const owner = await plane.signInAs("owner", id);
  const value = "a value that must stay sealed";
  await cacheWorker(plane, id).set("holds", { note: value });
  const body = { ...home, key: "holds" };
  const secret = await owner.createSecret({ body: { name: "TOKEN", environment: "production", value } });
  assert.deepEqual((await owner.revealCacheEntry({ body })).value, { note: "[masked]" });
  await plane.app.store.inInstallation(({ tx }) =>
    sql`update secret_versions set key_id = 'k_0000000000000000' where secret_id = ${secret.id}`.execute(tx),
  );
  await assert.rejects(owner.revealCacheEntry({ body }), { status: 503, code: "UNAVAILABLE" });
  const { items } = await owner.listAuditEvents({ query: { targetId: "holds" } });
  assert.equal(items.filter(({ outcome }) => outcome === "success").length, 1);
  const elsewhere = await plane.signInAs("owner", (await plane.createProject()).id);
  await assert.rejects(elsewhere.revealCacheEntry({ body }), { status: 404 });
});
