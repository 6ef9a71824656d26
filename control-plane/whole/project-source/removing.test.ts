import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { furnish } from "./testing/furnish.ts";
import { exported, inNewProject, push, told, toldKept } from "./testing/pushing.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

const empty: GivenProjectSource = { apiVersion: "ferrule/v1", functions: [] };

async function furnished() {
  const owner = await inNewProject(scene.plane);
  await furnish(owner.client);
  return owner;
}
const deploy = (client: Client) => deployDrafts(scene.plane, client);

test("what a source lacks stays until a push is asked to delete it, and then goes in an order that works", async () => {
  const { client } = await furnished();
  const before = await client.getProjectSource();
  const without = await push(client, empty);
  assert.deepEqual(without.changes, []);
  assert.deepEqual(toldKept(without), [
    "cron-binding Nightly: report in development not-asked",
    "cron-binding Nightly: report in development not-asked",
    "cron-binding Nightly: report in production not-asked",
    "library days not-asked",
    "library money not-asked",
    "runtime-endpoint api not-asked",
    "runtime-endpoint desk not-asked",
    "function look-up not-asked",
    "function report not-asked",
    "data-collection orders not-asked",
  ]);
  assert.equal(without.appliedDigest, before.digest);
  const removed = await push(client, empty, { delete: true });
  assert.deepEqual(
    removed.changes.map(({ kind, change }) => `${change} ${kind}`),
    toldKept(without).map((one) => `removed ${one.slice(0, one.indexOf(" "))}`),
  );
  const { source, digest } = await client.getProjectSource();
  assert.deepEqual([source.functions, source.endpoints, source.libraries], [[], [], []]);
  assert.equal(digest, removed.appliedDigest);
});

test("what an environment serves stays with its grants, and loses its bindings; once deployed, it goes", async () => {
  const { client } = await furnished();
  await deploy(client);
  const [orders] = (await exported(client)).collections;
  const plan = await push(client, { ...empty, collections: [{ ...orders!, grants: [] }] }, { delete: true });
  assert.deepEqual(toldKept(plan), [
    "data-collection-grant orders orders: look-up in development in-use",
    "data-collection-grant orders orders: endpoint desk in production in-use",
    "library days in-use",
    "library money in-use",
    "runtime-endpoint api in-use",
    "runtime-endpoint desk in-use",
    "function look-up in-use",
    "function report in-use",
  ]);
  assert.deepEqual(
    told(plan)
      .filter((one) => one.includes("-binding"))
      .toSorted(),
    [
      "cron-binding Nightly: report in development removed",
      "cron-binding Nightly: report in development removed",
      "cron-binding Nightly: report in production removed",
      "http-binding api GET /orders removed",
      "http-binding api POST /orders/{id}/ö removed",
      "mcp-binding desk look_up removed",
    ],
  );
  assert.deepEqual(plan.breaking, { development: ["Tool look_up is removed."], production: [] });
  const routes = ["Route GET /orders is removed.", "Route POST /orders/{id}/ö is removed."];
  assert.deepEqual(plan.uncalled, { development: routes, production: [] }, "nobody may call the HTTP API yet");
  assert.equal((await client.getProjectSource()).digest, plan.appliedDigest);
  await deploy(client);
  const then = await push(client, empty, { delete: true });
  assert.deepEqual(then.kept, []);
  assert.equal((await exported(client)).functions.length, 0);
});

test("a collection with records stays, and so does what the source's own parts name", async () => {
  const { client } = await furnished();
  const { items } = await client.listDataCollections({ query: {} });
  const params = { collectionId: items[0]!.id };
  await client.createRecord({ params, body: { environment: "development", tenantId: "default", data: { zip: "1" } } });
  const [orders] = (await exported(client)).collections;
  assert.deepEqual(toldKept(await push(client, empty, { delete: true })), ["data-collection orders in-use"]);
  assert.equal((await exported(client)).collections[0]?.name, orders?.name);

  const other = await furnished();
  const { endpoints } = await exported(other.client);
  const plan = await push(other.client, { ...empty, endpoints }, { delete: true });
  assert.deepEqual(toldKept(plan), [
    "library days in-use",
    "library money in-use",
    "function look-up in-use",
    "function report in-use",
    "data-collection orders in-use",
  ]);
});

test("Libraries that import each other come and go together, and one may take another's place", async () => {
  const { client } = await inNewProject(scene.plane);
  const source = (name: string, other: string) => ({
    kind: "source" as const,
    name,
    version: "1",
    source: `import { x } from "lib/${other}"; export const ${name} = x;`,
  });
  const circle = [source("one", "two"), source("two", "one")];
  const dates = { kind: "npm" as const, name: "days", package: "dates", version: "1.2.3" };
  await push(client, { ...empty, libraries: [...circle, dates] });
  const uses = { slug: "uses", name: "Uses", source: 'import "lib/one"; import "dates"; export default () => 1;' };
  const renamed = { ...empty, functions: [uses], libraries: [{ ...dates, name: "calendar" }] };
  const plan = await push(client, renamed, { delete: true });
  assert.deepEqual(told(plan), ["library days removed", "library calendar added", "function uses added"]);
  assert.deepEqual(toldKept(plan), ["library one in-use", "library two in-use"]);
  assert.deepEqual(plan.missing.libraries, []);
  const gone = await push(client, empty, { delete: true });
  assert.deepEqual(told(gone).length, 4);
});

test("a preview says what callers of both environments lose, and of what that is not known yet", async () => {
  const { client } = await furnished();
  await deploy(client);
  for (const name of ["ORDERS_TOKEN", "WEBHOOK_KEY"])
    await client.createSecret({ body: { name, environment: "production", value: "a value of production" } });
  const { items } = await client.listDeployments({ query: {} });
  await client.releaseDeployment({ body: { projectDeploymentId: items[0]!.id } });
  const source = await exported(client);
  const functions = source.functions.map((one) =>
    one.slug === "look-up"
      ? { ...one, inputSchema: { ...one.inputSchema!, required: ["zip"] } }
      : { ...one, source: `${one.source}// changed` },
  );
  const plan = await client.previewProjectSource({ body: { source: { ...source, functions } } });
  const sentence = "Argument `zip` is now required.";
  assert.deepEqual(plan.breaking, { development: [sentence], production: [sentence] });
  assert.ok(plan.warnings.some((warning) => /callers of Function report is known once/.test(warning)));
});
