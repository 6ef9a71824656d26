import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { test } from "node:test";
import type { ApiError } from "@ferrule/contract/client.ts";
import { type Client } from "@ferrule/contract/client.ts";
import type { GivenProjectSource, ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { issuePaths, refusal } from "../../testing/refusal.ts";
import { somebodyWaits } from "../../testing/somebody-waits.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { furnish } from "./testing/furnish.ts";
import { exported, inNewProject, push } from "./testing/pushing.ts";

const plane = duringTests(startTestControlPlane);

async function furnished() {
  const owner = await inNewProject(plane);
  await furnish(owner.client);
  const { source, digest } = await owner.client.getProjectSource();
  return { ...owner, source, digest };
}

const changed = (source: ProjectSource, description: string, at = 0): ProjectSource => ({
  ...source,
  functions: source.functions.map((one, n) => (n === at ? { ...one, description } : one)),
});

const paths = (client: Client, source: object) =>
  issuePaths(client.previewProjectSource({ body: { source: source as GivenProjectSource } }));

test("each wrong place of a source is named", async () => {
  const { client, source } = await furnished();
  const [lookUp, report] = source.functions;
  const twice = { ...source, functions: [lookUp, report, report, lookUp] };
  assert.deepEqual(await paths(client, twice), ["body.source.functions.2.slug", "body.source.functions.3.slug"]);
  const money = source.libraries.find(({ kind }) => kind === "source");
  const libraries = [...source.libraries, money, { kind: "npm", name: "other", package: "dates", version: "1.0.0" }];
  assert.deepEqual(await paths(client, { ...source, libraries }), [
    "body.source.libraries.2.name",
    "body.source.libraries.2.package",
    "body.source.libraries.3.package",
  ]);
  const [orders] = source.collections;
  const grant = { environment: "development", access: "read" };
  const grants = [
    { ...grant, function: "nobody" },
    { ...grant, endpoint: "nowhere" },
    { ...grant, function: "look-up" },
    { ...grant, access: "write", function: "look-up" },
  ];
  assert.deepEqual(
    await paths(client, {
      ...source,
      collections: [
        { ...orders, grants },
        { ...orders, grants: [] },
      ],
    }),
    [
      "body.source.collections.1.name",
      "body.source.collections.0.grants.3.environment",
      "body.source.collections.0.grants.0.function",
      "body.source.collections.0.grants.1.endpoint",
    ],
  );
  const [api, desk] = source.endpoints;
  const foreign = { ...desk, bindings: [...api!.bindings, { ...desk!.bindings[0], function: "nobody" }] };
  assert.deepEqual(
    await paths(client, { ...source, endpoints: [api, foreign, { ...api, kind: "mcp", bindings: [] }] }),
    [
      "body.source.endpoints.2.slug",
      "body.source.endpoints.1.bindings.0.kind",
      "body.source.endpoints.1.bindings.1.kind",
      "body.source.endpoints.1.bindings.2.function",
      "body.source.endpoints.2.kind",
    ],
  );
  const crons = [{ ...source.crons[0], function: "nobody" }];
  assert.deepEqual(await paths(client, { ...source, crons }), ["body.source.crons.0.function"]);
  const names = [
    { name: "A", environments: [] },
    { name: "A", environments: [] },
  ];
  assert.deepEqual(await paths(client, { ...source, secrets: names }), ["body.source.secrets.1.name"]);
});

test("what a single save refuses, a push refuses at its place", async () => {
  const { client, source } = await furnished();
  const [lookUp, report] = source.functions;
  const none = { caller: { mode: "none" } };
  const wrong = {
    ...source,
    functions: [
      { ...lookUp, inputSchema: { type: "string" } },
      { ...report, source: "export const config = { timeoutMs: soon };" },
    ],
    collections: [{ ...source.collections[0], schema: { type: "array" } }],
    endpoints: [{ ...source.endpoints[0], policies: { development: none, production: none } }],
  };
  assert.deepEqual(await paths(client, wrong), [
    "body.source.functions.0.inputSchema.type",
    "body.source.functions.1.source",
    "body.source.collections.0.schema.type",
    "body.source.endpoints.0.policies.production.caller.mode",
  ]);
  const texts = { ...source, functions: [{ ...lookUp, name: "a\u202eb", description: "\u0007" }] };
  assert.deepEqual(await paths(client, texts), ["body.source.functions.0.name", "body.source.functions.0.description"]);
  const [first] = source.crons;
  const crons = [
    { ...first, schedule: "61 * * * *" },
    { ...first, name: "Another", schedule: "0 0 30 2 *" },
    { ...first, name: "A third", function: "look-up", input: { zip: 7 } },
  ];
  assert.deepEqual(await paths(client, { ...source, crons }), [
    "body.source.crons.0.schedule",
    "body.source.crons.1.schedule",
    "body.source.crons.2.input.zip",
  ]);
  assert.deepEqual(await paths(client, { ...source, values: [] }), ["body.source.values"]);
  const kind = await refusal(
    client.previewProjectSource({
      body: { source: { ...source, libraries: [{ kind: "npm", name: "money", package: "money", version: "1.0.0" }] } },
    }),
  );
  assert.equal(kind.code, "CONFLICT");
  assert.deepEqual(await exported(client), source);
});

test("of two pushes at once one wins, and the other is told the digest of what is there", async () => {
  const { client, source, digest } = await furnished();
  const wanted = [changed(source, "One's."), changed(source, "The other's.")];
  const plans = await Promise.all(
    wanted.map((one) => client.previewProjectSource({ body: { source: one, base: digest } })),
  );
  const ended = await Promise.allSettled(
    wanted.map((one, at) =>
      client.applyProjectSource({ body: { source: one, base: digest, previewDigest: plans[at]!.digest } }),
    ),
  );
  const won = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const lost = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as ApiError] : []));
  assert.deepEqual([won.length, lost.length], [1, 1]);
  const now = await client.getProjectSource();
  assert.deepEqual([lost[0]?.status, lost[0]?.code, lost[0]?.details?.["digest"]], [409, "INVALID_STATE", now.digest]);
  assert.equal(won[0]?.appliedDigest, now.digest);
  const again = await refusal(
    client.applyProjectSource({ body: { source: wanted[0]!, base: digest, previewDigest: plans[0]!.digest } }),
  );
  assert.deepEqual([again.code, again.details?.["digest"]], ["INVALID_STATE", now.digest], "nor does repeating it");
});

test("what was previewed is what is applied: another source, another wish or a change in between is refused", async () => {
  const { client, source, digest } = await furnished();
  const wanted = changed(source, "Wanted.");
  const { digest: previewDigest } = await client.previewProjectSource({ body: { source: wanted } });
  const attempts = [
    { source: changed(source, "Another."), previewDigest },
    { source: wanted, delete: true, previewDigest },
    { source: wanted, base: "0".repeat(64), previewDigest },
  ];
  for (const body of attempts) {
    const error = await refusal(client.applyProjectSource({ body }));
    assert.deepEqual([error.code, error.details?.["digest"]], ["INVALID_STATE", digest]);
  }
  const { items } = await client.listFunctions({ query: { q: "look-up" } });
  const edited = { params: { functionId: items[0]!.id }, body: { description: "Somebody else's." } };
  await client.updateFunction(edited);
  const stale = await refusal(client.applyProjectSource({ body: { source: wanted, previewDigest } }));
  assert.equal(stale.code, "INVALID_STATE");
  assert.equal((await exported(client)).functions[0]?.description, "Somebody else's.");
});

test("an edit that is just being saved is not lost", async () => {
  const { client, source, digest, projectId } = await furnished();
  const wanted = changed(source, "Wanted.");
  const { digest: previewDigest } = await client.previewProjectSource({ body: { source: wanted, base: digest } });
  let pushed: Promise<ApiError> | undefined;
  await plane.app.store.inProject(projectId, async ({ tx }) => {
    await sql`update functions set description = 'Somebody else''s.', revision = revision + 1
      where project_id = ${projectId} and slug = 'look-up'`.execute(tx);
    pushed ??= refusal(client.applyProjectSource({ body: { source: wanted, base: digest, previewDigest } }));
    await somebodyWaits({ tx });
  });
  assert.equal((await pushed)?.code, "INVALID_STATE");
  assert.equal((await exported(client)).functions[0]?.description, "Somebody else's.");
});

test("a push that dies before its end has changed nothing", async () => {
  const { client, source, digest } = await furnished();
  const wanted = { ...changed(source, "Wanted."), crons: [], endpoints: [] };
  const body = { source: wanted, base: digest, delete: true };
  const { digest: previewDigest } = await client.previewProjectSource({ body });
  let pushed: Promise<ApiError> | undefined;
  await plane.app.store.inInstallation(async ({ tx }) => {
    // The audit event is the last that a push writes.
    await sql`lock table audit_events in share row exclusive mode`.execute(tx);
    pushed ??= refusal(client.applyProjectSource({ body: { ...body, previewDigest } }));
    const ended = Promise.allSettled([pushed]).then(() => "ended");
    // Others may wait for the same lock, so that the first to wait need not be the push.
    while ((await Promise.race([ended, setTimeout(10, "waits")])) === "waits") {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    }
  });
  assert.ok(((await pushed)?.status ?? 0) >= 500);
  assert.equal((await client.getProjectSource()).digest, digest);
  assert.equal((await push(client, wanted, { base: digest, delete: true })).base, digest);
});

test("every single change needs its role: a developer pushes everything but a changed policy", async () => {
  const { client, source, digest, projectId } = await furnished();
  const developer = await plane.signInAs("developer", projectId);
  const [api, desk] = source.endpoints;
  const production = { ...api!.policies!.production, allowedOrigins: ["*"] };
  const endpoints = [{ ...api!, policies: { ...api!.policies!, production } }, desk!];
  const both = { ...changed(source, "By a developer."), endpoints };
  const plan = await developer.previewProjectSource({ body: { source: both } });
  assert.deepEqual(
    plan.changes.filter(({ allowed }) => !allowed).map(({ kind, within, name }) => [kind, within, name].join(" ")),
    ["auth-policy api production"],
  );
  const denied = await refusal(push(developer, both));
  assert.deepEqual([denied.status, denied.code], [403, "FORBIDDEN"]);
  assert.equal((await client.getProjectSource()).digest, digest);
  await push(developer, changed(source, "By a developer."));
  const { source: now } = await developer.getProjectSource();
  await push(developer, { ...now, endpoints: [...now.endpoints, { kind: "mcp", slug: "mine", name: "Mine" }] });
  const operator = await plane.signInAs("operator", projectId);
  assert.equal((await refusal(push(operator, source))).status, 403);
});
