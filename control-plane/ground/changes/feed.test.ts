import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changesPage, type ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startAuthor } from "../../testing/author.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { forgetGone, readChanges } from "./queries.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";

const scene = duringTests(() => startScene({ holdMs: 60_000 }));
before(async () => {
  await restScheduler(scene.app);
});

async function ask(since: number, epoch?: string, reading = false, url?: string): Promise<ChangesPage> {
  const query = new URLSearchParams({
    since: String(since),
    ...(epoch === undefined ? {} : { epoch }),
    ...(reading ? { reading: "1" } : {}),
  });
  const { status, body } = await scene.worker(undefined, url).call("GET", `/internal/changes?${query.toString()}`);
  assert.equal(status, 200);
  return changesPage.parse(body);
}

/** What a worker would hold after reading the whole feed. */
async function follow(): Promise<{ held: Map<string, unknown>; epoch: string; sequence: number }> {
  const held = new Map<string, unknown>();
  let page = await ask(0);
  for (;;) {
    for (const { key, state } of page.items) {
      if (state === null) held.delete(key);
      else held.set(key, state);
    }
    if (!page.more) return { held, epoch: page.epoch, sequence: page.sequence };
    page = await ask(page.sequence, page.epoch);
  }
}

const inProject = (projectId: string, statement: ReturnType<typeof sql>) =>
  scene.app.store.inProject(projectId, ({ tx }) => statement.execute(tx));

test("says what is live of a Project, its endpoints and keys, from changes made in the Project's own scope", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("orders");
  const keyId = identifier("key");
  await inProject(
    author.projectId,
    sql`insert into api_keys (id, project_id, endpoint_id, environment, name, prefix, sha256, scopes)
      values (${keyId}, ${author.projectId}, ${endpointId}, 'development', 'Key', 'fer_', ${"a".repeat(64)}, '["look_up"]')`,
  );
  await author.deploy();
  const worker = scene.worker();
  const job = (await worker.claim(["build"])) as BuildJob;
  await worker.complete(job, await worker.build(job));
  const { held } = await follow();
  const project = held.get(`project:${author.projectId}`) as {
    active: Record<string, { deploymentId: string } | null>;
  };
  assert.equal(project.active["development"]?.deploymentId, job.deploymentId);
  assert.equal(project.active["production"], null);
  const policy = { callerMode: "api-key", permissions: "*", allowedOrigins: [] };
  const endpoint = held.get(`endpoint:${endpointId}`) as { policies: unknown; endpointKind: string };
  assert.deepEqual(endpoint.policies, { development: policy, production: policy });
  assert.equal(endpoint.endpointKind, "mcp");
  assert.deepEqual((held.get(`key:${keyId}`) as { scopes: string[] }).scopes, ["look_up"]);

  await inProject(author.projectId, sql`update api_keys set revoked_at = now() where id = ${keyId}`);
  assert.equal((await follow()).held.has(`key:${keyId}`), false);
  await scene.query((tx) => sql`delete from projects where id = ${author.projectId}`.execute(tx));
  const gone = (await follow()).held;
  assert.equal(gone.has(`project:${author.projectId}`) || gone.has(`endpoint:${endpointId}`), false);
});

test("answers a held request as soon as something changes", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("held");
  const { sequence, epoch } = await follow();
  const startedAt = performance.now();
  const held = ask(sequence, epoch);
  await inProject(author.projectId, sql`update runtime_endpoints set status = 'disabled' where id = ${endpointId}`);
  const { items } = await held;
  assert.deepEqual(
    items.map(({ key }) => key),
    [`endpoint:${endpointId}`],
  );
  assert.ok(performance.now() - startedAt < 30_000, "not when its time is over");
});

test("stays silent about edits that no runtime needs, and answers an empty page when the time is over", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("silent");
  const keyId = identifier("key");
  await inProject(
    author.projectId,
    sql`insert into api_keys (id, project_id, endpoint_id, environment, name, prefix, sha256)
      values (${keyId}, ${author.projectId}, ${endpointId}, 'development', 'Key', 'fer_', ${"b".repeat(64)})`,
  );
  const { sequence, epoch } = await follow();
  await inProject(author.projectId, sql`update api_keys set last_used_at = now() where id = ${keyId}`);
  await inProject(author.projectId, sql`update runtime_endpoints set description = 'new' where id = ${endpointId}`);
  await scene.query((tx) => sql`update projects set name = 'new' where id = ${author.projectId}`.execute(tx));
  await using hasty = await scene.addReplica({ holdMs: 300 });
  const page = await ask(sequence, epoch, false, hasty.internalUrl);
  assert.deepEqual(page, { epoch, reset: false, sequence, more: false, items: [] });
});

test("starts from the beginning for another epoch and for a sequence the database has not reached", async () => {
  await startAuthor(scene);
  const { epoch, sequence } = await follow();
  for (const page of [await ask(sequence, "another"), await ask(sequence + 10, epoch)]) {
    assert.equal(page.reset, true);
    assert.equal(page.epoch, epoch);
    assert.ok(page.items.length > 0);
  }
});

test("forgets what has been gone for a week, and lets nobody miss it", async () => {
  const author = await startAuthor(scene);
  const [revoked, later] = [identifier("key"), identifier("key")];
  const endpointId = await author.addEndpoint("forgetting");
  for (const [id, sha256] of [
    [revoked, "c".repeat(64)],
    [later, "d".repeat(64)],
  ]) {
    await inProject(
      author.projectId,
      sql`insert into api_keys (id, project_id, endpoint_id, environment, name, prefix, sha256)
        values (${id}, ${author.projectId}, ${endpointId}, 'development', 'Key', 'fer_', ${sha256})`,
    );
  }
  const away = await follow();
  const revoke = (id: string) =>
    inProject(author.projectId, sql`update api_keys set revoked_at = now() where id = ${id}`);
  await revoke(revoked);
  const near = await follow();
  await scene.app.store.inInstallation(forgetGone);
  assert.equal((await ask(away.sequence, away.epoch)).reset, false, "not yet");

  await scene.query((tx) =>
    sql`update runtime_states set changed_at = now() - interval '8 days' where key = ${`key:${revoked}`}`.execute(tx),
  );
  await scene.app.store.inInstallation(forgetGone);
  await revoke(later);
  const missed = await ask(away.sequence, away.epoch);
  assert.equal(missed.reset, true, "it must not keep the key that it holds");
  assert.equal(
    missed.items.some(({ key }) => key === `key:${revoked}`),
    false,
  );
  const went = await ask(near.sequence, near.epoch);
  assert.deepEqual([went.reset, went.items.map(({ key }) => key)], [false, [`key:${later}`]]);
  const further = await ask(1, away.epoch, true);
  assert.equal(further.reset, false, "a further page of a reading from the beginning");
});

test("loses nothing to a reader that follows twenty transactions at once", { timeout: 300_000 }, async () => {
  const author = await startAuthor(scene);
  const endpoints: string[] = [];
  for (let count = 0; count < 20; count += 1) endpoints.push(await author.addEndpoint(`endpoint-${count}`));
  const start = await follow();
  const heard = new Map<string, number>();
  let { sequence } = start;
  let writing = true;
  const reading = (async () => {
    for (;;) {
      const finished = !writing;
      const page = await scene.app.store.inInstallation((scope) => readChanges(scope, sequence, start.epoch));
      assert.deepEqual(
        page.items.map((item) => item.sequence),
        page.items.map((item) => item.sequence).toSorted((a, b) => a - b),
      );
      for (const { key, state } of page.items)
        if (state?.kind === "endpoint") heard.set(key, state.limits.requestsPerMinute);
      sequence = page.sequence;
      if (finished && page.items.length === 0) return;
    }
  })();
  await Promise.all(
    endpoints.map(async (id, index) => {
      for (let round = 1; round <= 10; round += 1)
        await inProject(
          author.projectId,
          // Each transaction touches two keys, each time in a different order.
          sql`update runtime_endpoints set requests_per_minute = requests_per_minute + 1
            where id in (${id}, ${endpoints[(index + 7) % 20] ?? ""})`,
        );
    }),
  );
  writing = false;
  await reading;
  const rows = await scene.query((tx) =>
    tx.selectFrom("runtimeEndpoints").select(["id", "requestsPerMinute"]).execute(),
  );
  const expected = new Map(rows.map(({ id, requestsPerMinute }) => [id, requestsPerMinute]));
  for (const id of endpoints) {
    assert.equal(expected.get(id), 620, "every update was made");
    assert.equal(heard.get(`endpoint:${id}`), 620, "and its last state was heard");
  }
});

test("never publishes a state that misses what a transaction beside it committed", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("both");
  for (let round = 1; round <= 10; round += 1) {
    const origins = (environment: string) =>
      inProject(
        author.projectId,
        sql`update auth_policies set allowed_origins = ${JSON.stringify([`https://${round}.example`])}::text::jsonb
          where endpoint_id = ${endpointId} and environment = ${environment}`,
      );
    await Promise.all([origins("development"), origins("production")]);
    const row = await scene.query((tx) =>
      tx
        .selectFrom("runtimeStates")
        .select("state")
        .where("key", "=", `endpoint:${endpointId}`)
        .executeTakeFirstOrThrow(),
    );
    assert.ok(row.state?.kind === "endpoint");
    assert.deepEqual(row.state.policies.development.allowedOrigins, [`https://${round}.example`]);
    assert.deepEqual(row.state.policies.production.allowedOrigins, [`https://${round}.example`]);
  }
});
