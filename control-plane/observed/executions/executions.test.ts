import assert from "node:assert/strict";
import { test } from "node:test";
import { execution, executionSummary } from "@ferrule/contract/resources/execution.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { record } from "./testing/reports.ts";
import { eventually } from "../../testing/eventually.ts";

const scene = duringTests(startScene);

const report = (records: unknown[]) => scene.worker().ask("recordExecutions", { records });

const list = (author: Author, query: object = {}) => author.client.listExecutions({ query });
const get = (author: Author, executionId: string) => author.client.getExecution({ params: { executionId } });

test("stores a batch, each id once, and answers it whole on the single read and small in the list", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const one = record(projectId, {
    output: { total: 1 },
    status: "failed",
    error: { code: "FUNCTION_ERROR", message: "It failed.", stack: "at handler" },
    logs: [{ at: new Date().toISOString(), level: "info", message: "read", data: { n: 1 } }],
    calls: [
      { method: "GET", host: "api.example.com", path: "/", status: 200, durationMs: 3, at: new Date().toISOString() },
    ],
    gatewayMs: 4.5,
    hostCalls: [{ name: "cache.get", atMs: 0.5, durationMs: 1.25, ok: true }],
    hostCallsOmitted: 7,
    traceId: "0af7651916cd43dd8448eb211c80319c",
  });
  const two = record(projectId);
  for (const _ of [1, 2]) assert.equal((await report([one, two])).status, 204);
  assert.deepEqual(execution.parse(await get(author, one.id)), { ...one, traceUrl: null });
  const { items } = await list(author);
  assert.equal(items.length, 2);
  for (const item of items) executionSummary.strict().parse(item);
  const listed = items.find(({ id }) => id === one.id);
  assert.deepEqual(listed?.error, { code: "FUNCTION_ERROR", message: "It failed." });
  assert.equal(listed.called, null);
});

test("names the tool or the route that was called, as it is named now", async () => {
  const author = await startAuthor(scene);
  const { client, projectId } = author;
  const fn = await client.createFunction({
    body: { slug: `called-${projectId.slice(-6).toLowerCase()}`, source: "export default () => 1;" },
  });
  const endpointOf = (kind: "mcp" | "http") =>
    client.createRuntimeEndpoint({ body: { kind, name: `A ${kind}`, slug: `called-${kind}` } });
  const [mcp, http] = [await endpointOf("mcp"), await endpointOf("http")];
  const tool = await client.createMcpBinding({
    params: { endpointId: mcp.id },
    body: { functionId: fn.id, toolName: "orders_find" },
  });
  const route = await client.createHttpBinding({
    params: { endpointId: http.id },
    body: { functionId: fn.id, method: "GET", path: "/orders/{id}" },
  });
  const [byTool, byRoute] = [record(projectId, { bindingId: tool.id }), record(projectId, { bindingId: route.id })];
  // This call belongs to another Project, where the binding's name must not appear.
  const other = await startAuthor(scene);
  const foreign = record(other.projectId, { bindingId: tool.id });
  assert.equal((await report([byTool, byRoute, foreign])).status, 204);
  const calledOf = async (who: typeof author, id: string) =>
    (await list(who)).items.find((item) => item.id === id)?.called;
  assert.equal(await calledOf(author, byTool.id), "orders_find");
  assert.equal(await calledOf(author, byRoute.id), "GET /orders/{id}");
  assert.equal(await calledOf(other, foreign.id), null);
  await client.updateMcpBinding({
    params: { endpointId: mcp.id, bindingId: tool.id },
    body: { toolName: "orders_get", confirmRename: true },
  });
  assert.equal(await calledOf(author, byTool.id), "orders_get");
});

test("an attempt of a run names it, and the run finds its attempts, page by page", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const runId = identifier("run");
  const attempt = (n: number, fields: object = {}) =>
    record(projectId, { source: "run", run: { id: runId, attempt: n }, ...fields });
  const first = attempt(1, { run: { id: runId, attempt: 1, suspended: true }, startedAt: "2026-01-01T00:00:00.000Z" });
  const second = attempt(2, { status: "failed", error: { code: "NO", message: "No.", stack: null } });
  const foreign = record((await startAuthor(scene)).projectId, { source: "run", run: { id: runId, attempt: 3 } });
  await report([first, record(projectId), second, foreign]);
  const [newest, oldest] = [await list(author, { runId, limit: 1 }), await list(author, { runId })];
  assert.deepEqual(
    [newest.items.map(({ id }) => id), oldest.items.map(({ id }) => id)],
    [[second.id], [second.id, first.id]],
  );
  assert.equal((await list(author, { runId, limit: 1, cursor: newest.nextCursor })).items[0]?.id, first.id);
  assert.deepEqual((await list(author, { runId, status: "failed" })).items.length, 1);
  assert.deepEqual((await list(author, { source: "run" })).items.length, 2);
  assert.deepEqual(oldest.items[1]?.run, { id: runId, attempt: 1, suspended: true });
  assert.deepEqual((await get(author, second.id)).run, { id: runId, attempt: 2 });
  assert.deepEqual((await list(author, { runId: identifier("run") })).items, []);
});

test("lists newest first, page by page, without losing or repeating calls of the same millisecond", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const at = new Date().toISOString();
  const records = Array.from({ length: 25 }, () => record(projectId, { startedAt: at }));
  await report(records);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(author, {
      limit: 10,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(
    seen,
    records
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test("who asks for a call that has just ended waits until it is reported, and no longer", async (t) => {
  const author = await startAuthor(scene);
  const one = record(author.projectId);
  const { mock: waits } = t.mock.method(scene.app.notifications, "wait");
  const asked = Promise.all([get(author, one.id), list(author, { requestId: one.requestId })]);
  await eventually(async () => waits.callCount() >= 2 || undefined);
  await report([record(author.projectId)]);
  await eventually(async () => waits.callCount() >= 4 || undefined);
  await report([one]);
  const [whole, { items }] = await asked;
  assert.equal(whole.id, one.id);
  assert.deepEqual(
    items.map(({ id }) => id),
    [one.id],
  );
  const began = performance.now();
  await assert.rejects(get(author, identifier("exe")), { status: 404, code: "NOT_FOUND" });
  const waitedMs = performance.now() - began;
  assert.ok(waitedMs > 1_500 && waitedMs < 10_000, `${waitedMs} ms`);
});

test("who asks for what was never a call, or for an old one, waits for nothing", async () => {
  const author = await startAuthor(scene);
  const atOnce = async (asked: Promise<unknown>) => {
    const began = performance.now();
    await asked;
    // Who waits, waits two seconds.
    assert.ok(performance.now() - began < 1_900);
  };
  for (const id of ["exe_none", identifier("exe", Date.now() - 60_000)])
    await atOnce(assert.rejects(get(author, id), { status: 404, code: "NOT_FOUND" }));
  for (const requestId of ["mine-1", identifier("req", Date.now() - 60_000)])
    await atOnce(list(author, { requestId }).then(({ items }) => assert.deepEqual(items, [])));
});

test("says what an MCP client asked for, by its present name, and finds it", async () => {
  const author = await startAuthor(scene);
  const { client, projectId } = author;
  const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "desk" } });
  const body = { kind: "resource", toolName: "handbook", uri: "docs://handbook", content: { text: "x" } } as const;
  const { id: bindingId } = await client.createMcpBinding({ params: { endpointId }, body });
  const bound = { endpointId, bindingId, functionId: null, functionName: "", source: "mcp" as const };
  const read = record(projectId, { ...bound, mcpKind: "resource", uri: "docs://handbook" });
  const called = record(projectId, { endpointId, source: "mcp", mcpKind: "tool" });
  const completed = record(projectId, { ...bound, mcpKind: "completion" });
  assert.equal((await report([read, called, completed, record(projectId)])).status, 204);
  const found = async (query: object) => (await list(author, query)).items.map(({ id }) => id);
  assert.deepEqual(await found({ mcpKind: "resource" }), [read.id]);
  assert.deepEqual(await found({ mcpKind: "tool", endpointId }), [called.id]);
  assert.deepEqual(await found({ mcpKind: "completion" }), [completed.id]);
  assert.deepEqual(await found({ mcpKind: "prompt" }), []);
  assert.deepEqual(await found({ uri: "docs://handbook" }), [read.id]);
  assert.deepEqual(await found({ uri: "docs://hand" }), []);
  assert.deepEqual(await found({ uri: "docs://handbook", requestId: read.requestId }), [read.id]);
  const [long, longer] = [`docs://${"a".repeat(1_900)}`, `docs://${"a".repeat(1_900)}b`];
  const far = record(projectId, { ...bound, mcpKind: "resource", uri: long });
  const further = record(projectId, { ...bound, mcpKind: "resource", uri: longer });
  assert.equal((await report([far, further])).status, 204);
  assert.deepEqual(await found({ uri: long }), [far.id]);
  assert.deepEqual(await found({ uri: longer, mcpKind: "resource" }), [further.id]);
  const [shown] = (await list(author, { uri: "docs://handbook" })).items;
  assert.deepEqual([shown?.called, shown?.mcpKind, shown?.uri], ["resource:handbook", "resource", "docs://handbook"]);
  const whole = await get(author, read.id);
  assert.deepEqual([whole.mcpKind, whole.uri], ["resource", "docs://handbook"]);
  const plain = (await list(author)).items.filter((item) => !Object.hasOwn(item, "mcpKind"));
  assert.deepEqual([plain.length, Object.hasOwn(plain[0] ?? {}, "uri")], [1, false]);
  await assert.rejects(list(author, { mcpKind: "roots" }), { code: "VALIDATION_ERROR" });
});

test("filters by each field, and by from (inclusive) and to (exclusive)", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const wanted = record(projectId, {
    startedAt: "2026-05-01T10:00:00.000Z",
    endpointId: "ep_2",
    functionId: "fn_2",
    status: "rejected",
    tenantId: "acme",
    source: "http",
    environment: "production",
    preview: "pr-7",
  });
  await report([wanted, record(projectId), record(projectId, { startedAt: "2026-05-01T10:00:01.000Z" })]);
  const filters = [
    { endpointId: "ep_2" },
    { functionId: "fn_2" },
    { status: "rejected" },
    { requestId: wanted.requestId },
    { tenantId: "acme" },
    { source: "http" },
    { environment: "production" },
    { preview: "pr-7" },
    { preview: "pr-7", environment: "production" },
    { preview: "pr-7", requestId: wanted.requestId },
    { from: "2026-05-01T10:00:00.000Z", to: "2026-05-01T10:00:01.000Z" },
  ];
  for (const filter of filters)
    assert.deepEqual(
      (await list(author, filter)).items.map(({ id }) => id),
      [wanted.id],
      JSON.stringify(filter),
    );
  for (const other of [{ status: "rejected", source: "mcp" }, { preview: "pr-8" }, { preview: "PR-7" }])
    assert.deepEqual((await list(author, other)).items, []);
  // Only calls of previews name one.
  const named = (await list(author)).items.filter((item) => Object.hasOwn(item, "preview"));
  assert.deepEqual(
    named.map(({ id, preview }) => [id, preview]),
    [[wanted.id, "pr-7"]],
  );
  assert.equal((await get(author, wanted.id)).preview, "pr-7");
});

test("refuses a cursor of another list, another filter or nobody", async () => {
  const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
  const { projectId } = author;
  await report([record(projectId), record(projectId), record(projectId)]);
  const { nextCursor } = await list(author, { limit: 1 });
  assert.ok(nextCursor);
  await assert.rejects(list(author, { cursor: nextCursor, status: "failed" }), { code: "VALIDATION_ERROR" });
  await assert.rejects(list(other, { cursor: nextCursor }), { code: "VALIDATION_ERROR" });
  await assert.rejects(list(author, { cursor: "bm9uZQ" }), { code: "VALIDATION_ERROR" });
  const parts = JSON.parse(Buffer.from(nextCursor, "base64url").toString()) as string[];
  const forged = Buffer.from(JSON.stringify([parts[0], "yesterday", "exe_1"])).toString("base64url");
  await assert.rejects(list(author, { cursor: forged }), { code: "VALIDATION_ERROR" });
});

test("answers another Project's execution as one that does not exist, and lists none of it", async () => {
  const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
  const { projectId } = author;
  const one = record(projectId);
  await report([one]);
  await assert.rejects(get(other, one.id), { code: "NOT_FOUND" });
  assert.deepEqual((await list(other)).items, []);
});

test("drops the executions of a deleted Project and keeps those beside them", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const kept = record(projectId);
  assert.equal((await report([record("prj_gone"), kept])).status, 204);
  assert.deepEqual(
    (await list(author)).items.map(({ id }) => id),
    [kept.id],
  );
});

test("keeps what JSON can carry and jsonb cannot, and a __proto__ key", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const input: unknown = JSON.parse('{"nul":"a\\u0000b","lone":"\\ud800","text":"\\\\u0000","__proto__":{"x":1}}');
  const one = record(projectId, { input });
  const { status } = await scene.worker().ask("recordExecutions", JSON.stringify({ records: [one] }));
  assert.equal(status, 204);
  const stored = JSON.stringify((await get(author, one.id)).input);
  assert.deepEqual(
    JSON.parse(stored),
    JSON.parse('{"nul":"a\uFFFDb","lone":"\uFFFD","text":"\\\\u0000","__proto__":{"x":1}}'),
  );
});

test("loses only the contents of a record that cannot be stored, and nothing of its neighbours", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  // PostgreSQL would accept `infinity` as a time, which no answer could show.
  const [spoilt, sound] = [record(projectId), record(projectId)];
  const timeless = ["infinity", "13th of never"].map((startedAt) => record(projectId, { startedAt }));
  const text = JSON.stringify({ records: [spoilt, ...timeless, sound] }).replace(
    '"input":{"orderId":"A-1"}',
    `"input":${deep}`,
  );
  assert.equal((await scene.worker().ask("recordExecutions", text)).status, 204);
  assert.deepEqual((await get(author, sound.id)).input, { orderId: "A-1" });
  assert.equal((await get(author, spoilt.id)).input, null);
  assert.equal((await list(author)).items.length, 2);
});

test("notes the last use of an API key, coarsely", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const keyId = identifier("key");
  await scene.query((tx) =>
    sql`insert into runtime_endpoints (id, project_id, kind, slug, name) values ('ep_used', ${projectId}, 'mcp', 'used', 'Used')`.execute(
      tx,
    ),
  );
  await scene.query((tx) =>
    sql`insert into api_keys (id, project_id, endpoint_id, environment, name, prefix, sha256)
      values (${keyId}, ${projectId}, 'ep_used', 'development', 'Key', 'fer_', ${"c".repeat(64)})`.execute(tx),
  );
  const caller = { kind: "api-key" as const, id: keyId, name: "Key" };
  const lastUse = async (startedAt: string) => {
    await report([record(projectId, { caller, startedAt })]);
    const row = await scene.query((tx) =>
      tx.selectFrom("apiKeys").select("lastUsedAt").where("id", "=", keyId).executeTakeFirst(),
    );
    return row?.lastUsedAt?.toISOString();
  };
  assert.equal(await lastUse("2026-05-01T10:00:00.000Z"), "2026-05-01T10:00:00.000Z");
  assert.equal(await lastUse("2026-05-01T10:00:30.000Z"), "2026-05-01T10:00:00.000Z");
  assert.equal(await lastUse("2026-05-01T10:02:00.000Z"), "2026-05-01T10:02:00.000Z");
  assert.equal(await lastUse("2026-05-01T09:00:00.000Z"), "2026-05-01T10:02:00.000Z");
});
