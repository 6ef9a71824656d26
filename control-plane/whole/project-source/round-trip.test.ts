import assert from "node:assert/strict";
import { test } from "node:test";
import type { PackageLock } from "@ferrule/contract/internal/libraries.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { storeResolved } from "../../authoring/libraries/queries.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { furnish } from "./testing/furnish.ts";
import { exported, inNewProject, push, told, toldKept } from "./testing/pushing.ts";

const plane = duringTests(startTestControlPlane);

const secrets = [
  { name: "ORDERS_TOKEN", environment: "development" as const },
  { name: "ORDERS_TOKEN", environment: "production" as const },
  { name: "WEBHOOK_KEY", environment: "production" as const },
];
async function addSecrets(client: Client): Promise<void> {
  for (const secret of secrets)
    await client.createSecret({ body: { ...secret, value: "never to be seen by anybody" } });
}

test("a Project pushed into an empty one of another installation is the same there, byte for byte", async () => {
  const from = await inNewProject(plane);
  await furnish(from.client);
  await addSecrets(from.client);
  const { text } = await from.request("/api/project-source");
  const { source, digest } = JSON.parse(text) as { source: ProjectSource; digest: string };
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.doesNotMatch(text, /\b(?:prj|ep|fn|mcb|htb|pol|key|lib|usr|sec|col|grt|crn)_[0-9a-z]{24}|\d{4}-\d\d-\d\dT/);
  assert.doesNotMatch(text, /never to be seen/);

  await using elsewhere = await startTestControlPlane();
  const to = await inNewProject(elsewhere);
  const plan = await to.client.previewProjectSource({ body: { source } });
  assert.deepEqual(plan.missing.secrets, ["ORDERS_TOKEN", "WEBHOOK_KEY"]);
  assert.deepEqual((await exported(to.client)).functions, [], "a preview changes nothing");
  const applied = await push(to.client, source);
  assert.ok(applied.changes.every(({ change, kind }) => change === "added" || kind === "auth-policy"));
  assert.equal((await to.client.getProjectSource()).digest, applied.appliedDigest);
  await addSecrets(to.client);
  assert.equal((await to.request("/api/project-source")).text, text);
});

test("a pushed export changes nothing", async () => {
  const { client, request } = await inNewProject(plane);
  await furnish(client);
  const { source, digest } = await client.getProjectSource();
  const before = await request("/api/functions");
  for (const remove of [false, true]) {
    const applied = await push(client, source, { base: digest, delete: remove });
    assert.deepEqual([applied.changes, applied.kept, applied.appliedDigest], [[], [], digest]);
  }
  assert.equal((await request("/api/functions")).text, before.text);
});

test("a plan says what is added, changed and removed, in which fields, and applying it does just that", async () => {
  const { client } = await inNewProject(plane);
  await furnish(client);
  const { source, digest } = await client.getProjectSource();
  const desk = source.endpoints.find(({ slug }) => slug === "desk");
  const wanted: ProjectSource = {
    ...source,
    functions: [
      { ...source.functions[0]!, description: "Changed." },
      { ...source.functions[1]!, slug: "renamed" },
    ],
    endpoints: [
      {
        ...desk!,
        instructions: "Ask.",
        bindings: [...desk!.bindings, { ...desk!.bindings[0]!, toolName: "two" } as never],
      },
      { ...desk!, slug: "fresh", bindings: [], policies: undefined },
    ],
    collections: source.collections.map((one) => ({ ...one, description: "Changed.", grants: one.grants?.slice(1) })),
    crons: source.crons.slice(0, 1).map((one) => ({ ...one, function: "renamed" })),
    libraries: source.libraries.filter(({ name }) => name !== "days"),
  };
  const plan = await client.previewProjectSource({ body: { source: wanted, base: digest, delete: true } });
  assert.deepEqual(told(plan), [
    "cron-binding Nightly: report in development removed",
    "cron-binding Nightly: report in development removed",
    "cron-binding Nightly: report in production removed",
    "data-collection-grant orders orders: look-up in development removed",
    "data-collection orders changed description",
    "function look-up changed description",
    "function renamed added",
    "runtime-endpoint desk changed instructions",
    "runtime-endpoint fresh added",
    "mcp-binding desk two added",
    "cron-binding Nightly: renamed in development added",
    "runtime-endpoint api removed",
    "function report removed",
  ]);
  assert.deepEqual(toldKept(plan), ["library days in-use"]);
  const applied = await push(client, wanted, { base: digest, delete: true });
  assert.deepEqual(told(applied), told(plan));
  assert.equal((await client.getProjectSource()).digest, applied.appliedDigest);
  assert.deepEqual((await push(client, wanted, { base: applied.appliedDigest, delete: true })).changes, []);
});

test("people who may not edit a cron see its input masked", async () => {
  const { client, projectId } = await inNewProject(plane);
  const functions = [{ slug: "runs", name: "Runs", source: "export default () => 1;" }];
  const cron = { name: "Nightly", environment: "development" as const, function: "runs", schedule: "0 2 * * *" };
  await push(client, {
    apiVersion: "ferrule/v1",
    functions,
    crons: [{ ...cron, input: { password: "of an account" } }],
  });
  const inputs = async (role: "developer" | "operator") =>
    (await exported(await plane.signInAs(role, projectId))).crons.map(({ input }) => input);
  assert.deepEqual(await inputs("developer"), [{ password: "of an account" }]);
  assert.deepEqual(await inputs("operator"), [{ password: "[masked]" }]);
  const { items } = await client.listAuditEvents({ query: { action: "project-source.apply" } });
  assert.doesNotMatch(JSON.stringify(items), /of an account/);
});

test("a cron that is enabled by a push fires from then on, and one that changes keeps firing", async () => {
  const { client } = await inNewProject(plane);
  await furnish(client);
  const source = await exported(client);
  const crons = source.crons.map((one) => (one.enabled ? { ...one, catchUp: 3 } : { ...one, enabled: true }));
  const applied = await push(client, { ...source, crons });
  assert.deepEqual(
    applied.changes.map(({ kind, fields }) => [kind, ...fields].join(" ")),
    ["cron-binding enabled", "cron-binding catchUp", "cron-binding catchUp"],
  );
  const { items } = await client.listCronBindings({ query: {} });
  assert.deepEqual([items.length, items.every(({ nextRunAt }) => nextRunAt !== null)], [3, true]);
});

test("what a build finds of a Library travels with it, and changes no digest", async () => {
  const { client, projectId } = await inNewProject(plane);
  const dates = { kind: "npm" as const, name: "days", package: "dates", version: "1.2.3" };
  const { appliedDigest } = await push(client, { apiVersion: "ferrule/v1", functions: [], libraries: [dates] });
  const { items } = await client.listLibraries({ query: {} });
  const { id, revision } = items[0]!;
  const integrity = `sha512-${"B".repeat(86)}==`;
  const lock: PackageLock = [
    { name: "dates", version: "1.2.3", integrity, dependencies: { zones: "2.0.0" } },
    { name: "zones", version: "2.0.0", integrity, dependencies: {} },
  ];
  await plane.app.store.inProject(projectId, (scope) => storeResolved(scope, projectId, [{ id, revision, lock }]));
  const { source, digest } = await client.getProjectSource();
  assert.deepEqual([source.libraries, digest], [[{ ...dates, integrity, lock }], appliedDigest]);
  const earlier = { ...source, libraries: [dates] };
  assert.deepEqual((await push(client, earlier, { base: digest })).changes, [], "an older export keeps it");
  const other = await inNewProject(plane);
  await push(other.client, source);
  assert.deepEqual(await exported(other.client), source);
});

test("a Project that has more than a push takes is exported all the same, and a push says the place", async () => {
  const { client, projectId } = await inNewProject(plane);
  await plane.app.store.inProject(projectId, ({ tx }) =>
    sql`insert into secrets (id, project_id, environment, name, fingerprint)
      select 'sec_' || lpad(n::text, 24, '0'), ${projectId}, 'production', 'NAME_' || n, 'none'
      from generate_series(1, 2001) n`.execute(tx),
  );
  const source = await exported(client);
  assert.equal(source.secrets.length, 2_001);
  assert.deepEqual(await issuePaths(client.previewProjectSource({ body: { source } })), ["body.source.secrets"]);
});
