import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { actionOf, startAuthor, type Author } from "../../testing/author.ts";
import { deployed, targetsOf } from "../../testing/released.ts";
import { refusal } from "../../testing/refusal.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

/** An author with one Function, which is saved with each deployed text. */
async function editor(): Promise<{ author: Author; deploy: (text: string) => Promise<Deployment> }> {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("word");
  await author.bindTool(await author.addEndpoint("desk"), functionId, "word");
  const deploy = async (text: string) => {
    await author.client.updateFunction({ params: { functionId }, body: { source: `// ${text}` } });
    return deployed(scene, author);
  };
  return { author, deploy };
}

const release = (author: Author, { id: projectDeploymentId }: { id: string }) =>
  author.client.releaseDeployment({ body: { projectDeploymentId } });
const rollback = (author: Author, { id }: { id: string }, body: { servedDeploymentId?: string } = {}) =>
  author.client.rollbackDeployment({ params: { projectDeploymentId: id }, body });

test("goes back to what Production served before, not to the record before", async () => {
  const { author, deploy } = await editor();
  const a = await deploy("a");
  const b = await deploy("b");
  const releasedA = await release(author, a);
  await rollback(author, await release(author, b));
  const again = await release(author, b);
  assert.equal(again.rollsBackTo, releasedA.id);
  const preview = await author.client.previewDeployment({
    query: { target: "production", projectDeploymentId: again.id },
  });
  assert.deepEqual(
    [preview.kind, preview.current?.digest, preview.next?.digest, preview.changes.map(({ fields }) => fields)],
    ["rollback", b.digest, a.digest, [["code"]]],
  );
  const back = await rollback(author, again);
  assert.deepEqual([back.digest, back.sourceDeploymentId], [a.digest, releasedA.id]);
});

test("goes back in Development in the same way", async () => {
  const { author, deploy } = await editor();
  const a = await deploy("a");
  await rollback(author, await deploy("b"));
  const again = await deploy("b");
  const back = await rollback(author, again);
  assert.deepEqual([back.digest, back.sourceDeploymentId], [a.digest, a.id]);
});

test("skips what is the same artifact, and offers nothing where nothing would change", async () => {
  const { author, deploy } = await editor();
  const a = await deploy("a");
  const first = await release(author, a);
  const twice = await release(author, a);
  for (const { id } of [first, twice]) {
    const { rollsBackTo, availableActions } = await author.get(id);
    assert.equal(rollsBackTo, null);
    const offered = availableActions.find(({ action }) => action === "rollback");
    const refused = await refusal(rollback(author, { id }));
    assert.deepEqual([refused.code, refused.message], ["INVALID_STATE", offered?.reason]);
    const query = { target: "production", projectDeploymentId: id } as const;
    assert.equal((await refusal(author.client.previewDeployment({ query }))).code, "INVALID_STATE");
  }
  assert.match(actionOf(await author.get(first.id), "rollback")?.reason ?? "", /already serves/);
  const b = await deploy("b");
  await release(author, b);
  const releasedB = await release(author, b);
  const back = await rollback(author, releasedB);
  assert.deepEqual([back.digest, back.sourceDeploymentId], [a.digest, twice.id]);
});

test("goes further back with each rollback until nothing is left, and forward only to what is named", async () => {
  const { author, deploy } = await editor();
  const texts = ["a", "b", "a", "c"];
  const releases: Deployment[] = [];
  for (const text of texts) releases.push(await release(author, await deploy(text)));
  const digests = releases.map(({ digest }) => digest);
  assert.equal(digests[0], digests[2]);
  let active: { id: string; digest: string | null } = releases[3] as Deployment;
  for (const digest of [digests[2], digests[1], digests[0]]) {
    active = await rollback(author, active);
    assert.equal(active.digest, digest);
  }
  assert.match((await refusal(rollback(author, active))).message, /no earlier deployment that production/);
  const forward = await rollback(author, releases[3] as Deployment);
  assert.equal(forward.digest, digests[3]);
  assert.equal(forward.rollsBackTo, releases[2]?.id);
});

test("refuses a rollback of what the caller has seen once the target serves another one", async () => {
  const { author, deploy } = await editor();
  await release(author, await deploy("a"));
  const b = await release(author, await deploy("b"));
  const outcomes = await Promise.allSettled([1, 2].map(() => rollback(author, b, { servedDeploymentId: b.id })));
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const served = (await targetsOf(author))["production"]?.id ?? "";
  const refused = await refusal(rollback(author, b, { servedDeploymentId: b.id }));
  assert.deepEqual([refused.status, refused.code], [409, "INVALID_STATE"]);
  assert.equal((await targetsOf(author))["production"]?.id, served);
});

test("lists where 1,000 deployments would lead without walking back through them", { timeout: 300_000 }, async () => {
  const { author, deploy } = await editor();
  const a = await deploy("a");
  const b = await deploy("b");
  await scene.app.store.inInstallation(async ({ tx }) => {
    await sql`insert into deployments
      (id, project_id, number, target, kind, status, digest, parent_id, finished_at)
      select 'dep_' || lpad(n::text, 24, '0'), ${author.projectId}, 1000 + n, 'development', 'deploy', 'completed', ${b.digest}, ${a.id},
        now() from generate_series(1, 1000) n`.execute(tx);
  });
  const began = performance.now();
  await author.client.listDeployments({ query: { limit: 1 } });
  const oneMs = performance.now() - began;
  const { items } = await author.client.listDeployments({ query: { limit: 200 } });
  const ms = performance.now() - began - oneMs;
  assert.ok(ms < 2_000 + 20 * oneMs, `${ms} ms, and ${oneMs} ms for one`);
  assert.equal(items.length, 200);
  const c = await deploy("c");
  assert.equal(c.rollsBackTo, b.id);
  assert.equal((await rollback(author, c)).digest, b.digest);
});
