import assert from "node:assert/strict";
import { before, test } from "node:test";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { issuePaths } from "../../testing/refusal.ts";

const scene = duringTests(startScene);
const author = duringTests(() => startAuthor(scene));
let tools: string;
let keys: Record<"all" | "some", string>;

const development = { environment: "development" } as const;

before(async () => {
  const { client } = author;
  tools = await author.addEndpoint("tools");
  const look = await author.addFunction("look-up", { called: false });
  await author.bindTool(tools, look, "look_up");
  await author.bindTool(tools, look, "refund");
  await author.deploy();
  const worker = scene.worker();
  const job = (await worker.claim(["build"])) as BuildJob;
  await worker.complete(job, await worker.build(job));
  const params = { endpointId: tools };
  const all = await client.createApiKey({ params, body: { ...development, name: "Agent" } });
  const scoped = { ...development, name: "Reader", scopes: ["look_up"], tenantId: "acme" };
  const some = await client.createApiKey({ params, body: scoped });
  keys = { all: all.id, some: some.id };
});

type Query = Parameters<typeof author.client.listAccess>[0];
const list = async (query: NonNullable<Query>["query"] = {}, client = author.client) =>
  (await client.listAccess({ query })).items;
const said = (items: Awaited<ReturnType<typeof list>>) =>
  items.map(({ kind, name, callable }) => `${kind} ${name}: ${callable.names.join(" ")}`);

test("says of each key what it opens, who created it and whether anybody uses it", async () => {
  const items = await list({ ...development, kind: "key" });
  assert.deepEqual(said(items).toSorted(), ["key Agent: look_up refund", "key Reader: look_up"]);
  const reader = items.find(({ id }) => id === keys.some);
  const { createdBy, tenantId, endpoint, callable, stale, lastUsedAt, reason } = reader ?? assert.fail();
  assert.match(String(createdBy), /@/);
  assert.deepEqual(
    [tenantId, endpoint.slug, callable.count, callable.of, stale, lastUsedAt, reason],
    ["acme", "tools", 1, 2, false, null, null],
  );
});

test("says why a caller may call nothing", async () => {
  const { client } = author;
  const params = { endpointId: tools };
  const key = await client.createApiKey({ params, body: { environment: "production", name: "Live" } });
  const why = async (id: string) => (await list({ q: id })).find((one) => one.id === id)?.reason;
  assert.equal(await why(key.id), "This endpoint is not deployed in production.");
  await client.stopRuntimeEndpoint({ params, body: { ...development, reason: "Wrong prices" } });
  assert.equal(await why(keys.all), "The endpoint is stopped in development.");
  await client.resumeRuntimeEndpoint({ params, body: development });
  assert.equal(await why(keys.all), null);
  await client.deleteApiKey({ params: { ...params, keyId: key.id } });
  assert.equal(await why(key.id), undefined, "a revoked key is no caller");
});

test("has a row for anybody, for a sender, and for each rule about tokens", async () => {
  const { client } = author;
  const params = { endpointId: tools };
  const set = (caller: object) =>
    client.replaceAuthPolicy({ params, body: { ...development, caller: caller as { mode: "none" } } });
  const admitted = async () => said((await list(development)).filter(({ kind }) => kind !== "key"));
  await set({ mode: "none" });
  assert.deepEqual(await admitted(), ["anybody Anybody: look_up refund"]);
  const rules = [
    { when: { group: "support" }, allow: ["refund"] },
    { when: { scope: "read" }, allow: ["look_up"] },
  ];
  await set({ mode: "jwt", jwt: { issuer: "https://id.example.com", rules } });
  assert.deepEqual(await admitted(), [
    "issuer https://id.example.com: refund",
    "issuer https://id.example.com: look_up",
  ]);
  const issuers = await list({ ...development, kind: "issuer" });
  assert.deepEqual(
    issuers.map(({ detail }) => detail),
    ["in the group support", "with the scope read"],
  );
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listAccess({ query: { ...development, limit: 1, ...(cursor && { cursor }) } });
    pages.push(...said(page.items));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(pages, said(await list(development)), "page by page, a policy's rows too");
  await set({ mode: "oauth", oauth: {} });
  assert.deepEqual(await admitted(), ["issuer people with an account here: look_up refund"]);
  const { user } = await client.getMe();
  await scene.query((tx) =>
    sql`insert into oauth_grants (id, project_id, endpoint_id, environment, user_id, client_id, client_name, resource,
        scopes)
      values (${identifier("ogr")}, ${author.projectId}, ${tools}, 'development', ${user.id},
        'https://claude.example/client', 'Claude', 'x', '["call"]')`.execute(tx),
  );
  const consent = async () => (await list({ ...development, kind: "person", q: "CLAUDE" }))[0] ?? assert.fail();
  const { name, detail, createdBy, callable } = await consent();
  assert.deepEqual(
    [name, detail, createdBy, callable.names],
    [user.email, "Claude", user.email, ["look_up", "refund"]],
  );
  await set({ mode: "api-key" });
  assert.equal((await consent()).reason, "The policy does not accept sign-ins.");
});

test("finds who may call one thing, and what nobody has used for 90 days", async () => {
  assert.deepEqual(said(await list({ ...development, target: "refund" })), ["key Agent: look_up refund"]);
  assert.deepEqual(await list({ target: "nothing" }), []);
  assert.deepEqual(await list({ stale: "true" }), []);
  await scene.query((tx) =>
    sql`update api_keys set created_at = now() - interval '91 days' where id = ${keys.some}`.execute(tx),
  );
  assert.deepEqual(said(await list({ stale: "true" })), ["key Reader: look_up"]);
  await scene.query((tx) => sql`update api_keys set last_used_at = now() where id = ${keys.some}`.execute(tx));
  assert.deepEqual(await list({ stale: "true" }), []);
});

test("downloads a line for each caller and thing, as CSV and as NDJSON, without formulas", async () => {
  const { client } = author;
  const body = { ...development, name: "=cmd|' /C calc'!A1" };
  const key = await client.createApiKey({ params: { endpointId: tools }, body });
  const query = { ...development, kind: "key" as const };
  const text = await client.exportAccess({ query: { ...query, format: "ndjson" } });
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; target: string });
  assert.deepEqual(
    lines.map(({ name, target }) => `${name} ${target}`).toSorted(),
    [`${body.name} look_up`, `${body.name} refund`, "Agent look_up", "Agent refund", "Reader look_up"].toSorted(),
  );
  const csv = await client.exportAccess({ query: { ...query, format: "csv" } });
  assert.equal(csv.trim().split("\r\n").length, 6);
  assert.ok(!/(^|,|")=cmd/m.test(csv), csv);
  await client.deleteApiKey({ params: { endpointId: tools, keyId: key.id } });
});

test("shows nothing of another Project, and takes no cursor of another list", async () => {
  const other = await startAuthor(scene);
  assert.deepEqual(await list({}, other.client), []);
  assert.deepEqual(await list({ endpointId: tools }, other.client), []);
  const { nextCursor } = await author.client.listAccess({ query: { limit: 1 } });
  const cursor = nextCursor ?? assert.fail("one page only");
  assert.deepEqual(await issuePaths(other.client.listAccess({ query: { limit: 1, cursor } })), ["query.cursor"]);
  const refused = issuePaths(author.client.listAccess({ query: { limit: 1, cursor, kind: "key" } }));
  assert.deepEqual(await refused, ["query.cursor"]);
});

test("lists 2,000 keys page by page, and searches all of them for a rare tool within bounded requests", async () => {
  const endpointId = await author.addEndpoint("many");
  await scene.query((tx) =>
    sql`insert into api_keys (id, project_id, endpoint_id, environment, name, prefix, sha256)
      select 'key_many' || n, ${author.projectId}, ${endpointId}, 'development', 'Key ' || n, 'fer_', md5(n::text)
      from generate_series(1, 2000) n`.execute(tx),
  );
  let found = 0;
  let requests = 0;
  let cursor: string | undefined;
  do {
    const query = { endpointId, kind: "key" as const, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const page = await author.client.listAccess({ query });
    found += page.items.length;
    requests += 1;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.equal(found, 2_000);
  assert.ok(requests <= 11, `${requests} requests`);
  assert.deepEqual((await author.client.listAccess({ query: { endpointId, target: "rare" } })).items, []);
});

test("a stop is audited, refuses a second one, and reaches the workers", async () => {
  const { client } = author;
  const params = { endpointId: tools };
  const stopped = await client.stopRuntimeEndpoint({ params, body: { ...development, reason: "Wrong prices" } });
  assert.equal(stopped.policy.development.stopped?.reason, "Wrong prices");
  assert.equal(stopped.policy.production.stopped, undefined);
  const again = client.stopRuntimeEndpoint({ params, body: development });
  await assert.rejects(again, { status: 409, code: "INVALID_STATE" });
  const state = async () => {
    const { rows } = await scene.query((tx) =>
      sql<{ stopped: boolean | null }>`
        select (ferrule_endpoint_state(${tools}) #> '{policies,development,stopped}')::boolean as stopped`.execute(tx),
    );
    return rows[0]?.stopped;
  };
  assert.equal(await state(), true);
  await client.resumeRuntimeEndpoint({ params, body: development });
  assert.equal(await state(), null);
});
