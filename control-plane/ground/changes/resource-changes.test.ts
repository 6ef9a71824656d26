import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changesPage, type ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { sendHostCalls } from "../../doors/internal/testing/connect-host-calls.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";
import { forgetResourceChanges } from "./queries.ts";

const scene = duringTests(() => startScene({ holdMs: 60_000 }));
before(async () => {
  await restScheduler(scene.app);
});

async function ask(since: number, epoch?: string): Promise<ChangesPage> {
  const query = new URLSearchParams({ since: String(since), held: "0", ...(epoch === undefined ? {} : { epoch }) });
  return changesPage.parse((await scene.worker().call("GET", `/internal/changes?${query.toString()}`)).body);
}

/** Where a worker that has read everything is. */
async function end(): Promise<{ sequence: number; epoch: string }> {
  let page = await ask(0);
  while (page.more) page = await ask(page.sequence, page.epoch);
  return page;
}

const called = { environment: "development" as const, functionId: "fn_one", endpointId: null, executionId: "exe_one" };
const tell = (projectId: string, changes: readonly { tenantId?: string; uri: unknown }[]): Promise<HostCallResult[]> =>
  sendHostCalls(scene.plane.internalUrl, scene.plane.settings.workerApiTokens[0], {
    projectId,
    calls: changes.map(({ tenantId = "acme", uri }) => ({
      ...called,
      tenantId,
      name: "mcp.changed",
      argument: { uri },
    })),
  });

const told = ({ items }: ChangesPage) =>
  items.flatMap(({ state }) => (state?.kind === "resource" ? [`${state.tenantId} ${state.uri}`] : []));

test("a held request is answered at once, with each change once, in the order of the feed", async () => {
  const { projectId } = await startAuthor(scene);
  const { sequence, epoch } = await end();
  const held = scene.worker().call("GET", `/internal/changes?since=${sequence}&epoch=${epoch}`);
  const results = await tell(projectId, [
    { uri: "a:1" },
    { uri: "a:2" },
    { uri: "a:1" },
    { tenantId: "globex", uri: "a:1" },
  ]);
  assert.ok(results.every(({ ok }) => ok));
  const page = changesPage.parse((await held).body);
  assert.deepEqual(told(page), ["acme a:1", "acme a:2", "globex a:1"]);
  assert.deepEqual(page.items[0]?.state, {
    kind: "resource",
    id: `${projectId}:development:acme:a:1`,
    projectId,
    environment: "development",
    tenantId: "acme",
    uri: "a:1",
  });
  await tell(projectId, [{ uri: "a:1" }]);
  assert.deepEqual(told(await ask(page.sequence, epoch)), ["acme a:1"], "it has changed again");
  assert.deepEqual(told(await ask(0)), [], "whoever reads everything has no listeners yet");
});

test("changes and states share one order, so a reader in between loses none", async () => {
  const author = await startAuthor(scene);
  const start = await end();
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await tell(author.projectId, [{ uri: `b:${n}` }]);
      await author.addEndpoint(`endpoint-${n}`);
    }),
  );
  const heard: string[] = [];
  let { sequence } = start;
  for (let page = await ask(sequence, start.epoch); page.items.length > 0; page = await ask(sequence, start.epoch)) {
    const order = page.items.map((item) => item.sequence);
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(order).size, order.length);
    heard.push(...told(page));
    ({ sequence } = page);
  }
  assert.equal(new Set(heard).size, 20);
});

for (const [what, uri] of [
  ["no text", 7],
  ["nothing", undefined],
  ["no scheme", "orders/42"],
  ["a control character", "a:b\u0000c"],
  ["a line break", "a:b\nc"],
  ["a space", "a:b c"],
  ["no end", `a:${"b".repeat(1_000)}`],
] as const) {
  test(`a URI with ${what} is refused, and the others of the batch are told`, async () => {
    const { projectId } = await startAuthor(scene);
    const { sequence, epoch } = await end();
    const [good, bad] = await tell(projectId, [{ uri: "a:good" }, { uri }]);
    assert.deepEqual([good?.ok, bad?.ok === false && bad.code], [true, "VALIDATION_ERROR"]);
    assert.deepEqual(told(await ask(sequence, epoch)), ["acme a:good"]);
  });
}

test("a Project with too many changes is refused, another is not, and they are forgotten after ten minutes", async () => {
  const [{ projectId }, other] = [await startAuthor(scene), await startAuthor(scene)];
  const counts = () =>
    scene.query((tx) =>
      sql<{
        count: number;
      }>`select count(*)::int as count from resource_changes where project_id = ${projectId}`.execute(tx),
    );
  await scene.query((tx) =>
    sql`insert into resource_changes (project_id, environment, tenant_id, uri, sequence)
      select ${projectId}, 'development', 'acme', 'c:' || n, -n from generate_series(1, 10000) n`.execute(tx),
  );
  const [refused] = await tell(projectId, [{ uri: "a:1" }]);
  assert.equal(refused?.ok === false && refused.code, "LIMIT_EXCEEDED");
  assert.deepEqual(await tell(other.projectId, [{ uri: "a:1" }]), [{ ok: true, value: {} }]);
  await scene.query((tx) =>
    sql`update resource_changes set changed_at = now() - interval '11 minutes' where project_id = ${projectId}`.execute(
      tx,
    ),
  );
  await scene.app.store.inInstallation(forgetResourceChanges);
  assert.equal((await counts()).rows[0]?.count, 0);
  assert.equal((await tell(projectId, [{ uri: "a:1" }]))[0]?.ok, true);
});
