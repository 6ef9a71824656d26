import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { recordExecutions } from "../../whole/recording/record-executions.ts";
import { record } from "../executions/testing/reports.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { pruneUsage } from "../executions/queries/add-usage.ts";

const plane = duringTests(startTestControlPlane);
let client: Client;
let projectId: string;
let toolId: string;
before(async () => {
  ({ id: projectId } = await plane.createProject());
  client = await plane.signInAs("owner", projectId);
  const { id: functionId } = await client.createFunction({ body: { slug: "one", source: "export default () => 1;" } });
  const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
  const body = { functionId, toolName: "one_tool", description: "A tool" };
  ({ id: toolId } = await client.createMcpBinding({ params: { endpointId }, body }));
});

const key = { kind: "api-key", id: "key_1", name: "First key" } as const;
const ada = { kind: "jwt", id: "ada", name: "=Ada", issuer: "https://acme.example", subject: "ada" } as const;
const at = (day: string) => `${day}T23:59:59.999Z`;
const days = { from: "2026-11-01", to: "2026-11-03" };
const query = { environment: "development", ...days } as const;
const calls = (count: number, fields: Partial<ExecutionRecord>) =>
  Array.from({ length: count }, () => record(projectId, { cpuMs: 2, durationMs: 10, ...fields }));

test("calls are counted by day, caller, tenant and tool, each once, without tests", async () => {
  const given = [
    ...calls(3, { startedAt: at("2026-11-01"), caller: key, tenantId: "acme", bindingId: toolId }),
    ...calls(2, { startedAt: at("2026-11-02"), caller: ada, tenantId: "acme", bindingId: toolId, status: "failed" }),
    ...calls(1, { startedAt: at("2026-11-02"), caller: ada, tenantId: "other", status: "rejected" }),
    ...calls(4, { startedAt: at("2026-11-02"), caller: key, source: "test" }),
    ...calls(5, { startedAt: at("2026-11-04"), caller: key }),
    ...calls(6, { startedAt: at("2026-11-02"), caller: key, environment: "production" }),
  ];
  // Reported twice, and by several workers at once.
  await Promise.all([given, given.slice(0, 3)].map((batch) => recordExecutions(plane.app, batch)));
  await recordExecutions(plane.app, given);
  const byDay = await client.getUsage({ query: { ...query, by: "day" } });
  assert.deepEqual(
    byDay.items.map(({ day, calls: count, failed, rejected, cpuMs }) => [day, count, failed, rejected, cpuMs]),
    [
      ["2026-11-02", 3, 2, 1, 6],
      ["2026-11-01", 3, 0, 0, 6],
    ],
  );
  const by = await client.getUsage({ query: { ...query, by: "caller,tool" } });
  assert.deepEqual(
    by.items.map(({ caller, tool, calls: count }) => [caller?.kind, caller?.name, tool, count]),
    [
      ["api-key", "First key", { bindingId: toolId, name: "one_tool" }, 3],
      ["jwt", "=Ada", { bindingId: toolId, name: "one_tool" }, 2],
      ["jwt", "=Ada", { bindingId: null, name: "look-up" }, 1],
    ],
  );
  const tenants = await client.getUsage({ query: { ...query, by: "tenant" } });
  assert.deepEqual(
    tenants.items.map(({ tenantId, calls: count, day, caller, tool }) => [tenantId, count, day, caller, tool]),
    [
      ["acme", 5, null, null, null],
      ["other", 1, null, null, null],
    ],
  );
});

test("a run is counted once, at its first attempt, and each of its attempts is a call", async () => {
  const { id: own } = await plane.createProject();
  const owner = await plane.signInAs("owner", own);
  const attemptOf = (id: string, attempt: number, fields: Partial<ExecutionRecord> = {}) =>
    record(own, { startedAt: at("2026-11-02"), caller: key, source: "run", run: { id, attempt }, ...fields });
  const given = [
    record(own, { startedAt: at("2026-11-02"), caller: key, source: "mcp" }),
    attemptOf("run_one", 1, { run: { id: "run_one", attempt: 1, suspended: true } }),
    attemptOf("run_one", 2),
    attemptOf("run_one", 3, { startedAt: at("2026-11-03") }),
    attemptOf("run_two", 1, { status: "failed" }),
    attemptOf("dlv_one", 1, { source: "http", deliveryId: "dlv_one", tenantId: "acme" }),
  ];
  await Promise.all([given, given.slice(0, 3)].map((batch) => recordExecutions(plane.app, batch)));
  const by = async (part: "day" | "tenant") => (await owner.getUsage({ query: { ...query, by: part } })).items;
  assert.deepEqual(
    (await by("day")).map(({ day, calls: count, runs, failed }) => [day, count, runs, failed]),
    [
      ["2026-11-03", 1, 0, 0],
      ["2026-11-02", 5, 3, 1],
    ],
  );
  assert.deepEqual(
    (await by("tenant")).map(({ tenantId, runs }) => [tenantId, runs]),
    [
      ["default", 2],
      ["acme", 1],
    ],
  );
});

test("calls are counted by what was asked for", async () => {
  const { id: own } = await plane.createProject();
  const owner = await plane.signInAs("owner", own);
  const { id: endpointId } = await owner.createRuntimeEndpoint({ body: { kind: "mcp", slug: "kept" } });
  const bind = async (body: Parameters<typeof owner.createMcpBinding>[0]["body"]) =>
    (await owner.createMcpBinding({ params: { endpointId }, body })).id;
  const handbook = await bind({ kind: "resource", toolName: "handbook", uri: "docs://a", content: { text: "x" } });
  const notes = await bind({ kind: "resource", toolName: "notes", uri: "docs://b", content: { text: "x" } });
  const review = await bind({ kind: "prompt", toolName: "review", messages: [{ role: "user", text: "Look." }] });
  const made = (count: number, bindingId: string | null) =>
    Array.from({ length: count }, () => record(own, { bindingId, startedAt: at("2026-11-02") }));
  await recordExecutions(plane.app, [
    ...made(2, handbook),
    ...made(3, notes),
    ...made(4, review),
    ...made(1, "htb_gone"),
    ...made(6, null),
  ]);
  const { items } = await owner.getUsage({ query: { ...query, by: "kind" } });
  assert.deepEqual(
    items.map(({ kind, calls: count, tool }) => [kind, count, tool]),
    [
      [null, 6, null],
      ["resource", 5, null],
      ["prompt", 4, null],
      ["route", 1, null],
    ],
  );
  const both = await owner.getUsage({ query: { ...query, by: "tool,kind" } });
  assert.deepEqual(
    both.items.flatMap(({ kind, tool, calls: count }) => (kind === "resource" ? [[tool?.name, count]] : [])),
    [
      ["resource:notes", 3],
      ["resource:handbook", 2],
    ],
  );
  const text = await owner.exportUsage({ query: { ...query, by: "kind" } });
  assert.match(text, /,resource,5,/);
});

test("the download has every part, and no cell is a formula", async () => {
  const text = await client.exportUsage({ query: { ...query, by: "day,caller,tenant,tool" } });
  const [head, ...lines] = text.trim().split("\r\n");
  assert.equal(head?.split(",").slice(0, 3).join(), "day,callerKind,callerId");
  assert.equal(lines.length, 3);
  assert.ok(lines.some((line) => line.includes("'=Ada")));
});

test("another Project's usage is not there, and what is asked for must be something", async () => {
  const other = await plane.signInAs("operator", (await plane.createProject()).id);
  assert.deepEqual((await other.getUsage({ query })).items, []);
  assert.deepEqual(await issuePaths(client.getUsage({ query: { by: "colour" } })), ["query.by"]);
  assert.deepEqual(await issuePaths(client.getUsage({ query: { from: "2026-11-02", to: "2026-11-01" } })), [
    "query.from",
  ]);
  for (const from of ["yesterday", "0000-02-29", "1969-12-31"])
    assert.deepEqual(await issuePaths(client.getUsage({ query: { from } })), ["query.from"], from);
  assert.deepEqual((await client.getUsage({ query: { to: "1970-01-01" } })).items, []);
});

test("10,000 callers cost an answer of bounded size, and old days go", async () => {
  await plane.app.store.inInstallation(async (scope) => {
    await sql`insert into usage_days (project_id, environment, day, caller_key, tenant_id, binding_id, caller, function_name,
        calls, failed, rejected, duration_ms, cpu_ms)
      select ${projectId}, 'development', date '2026-10-01', 'key_' || n, 'acme', '', '{"kind":"api-key","id":"k","name":"n"}',
        'f', n, 0, 0, 1, 1 from generate_series(1, 10000) n`.execute(scope.tx);
  });
  const october = { environment: "development", from: "2026-10-01", to: "2026-10-31", by: "caller" } as const;
  const { items, truncated } = await client.getUsage({ query: october });
  assert.deepEqual([items.length, truncated, items[0]?.calls], [1_000, true, 10_000]);
  await plane.app.store.inInstallation(async (scope) => {
    await sql`update usage_days set day = current_date - 401 where day = date '2026-10-01'`.execute(scope.tx);
    await pruneUsage(scope);
    const { rows } = await sql`select 1 from usage_days where caller_key like 'key\\_9%'`.execute(scope.tx);
    assert.equal(rows.length, 0);
  });
});

test("names the quotas of the environment's policies with their endpoints, the smallest first, of this Project only", async () => {
  const other = await plane.createProject();
  const theirs = await plane.signInAs("owner", other.id);
  const limit = async (of: Client, slug: string, requests: readonly number[]) => {
    const { id: endpointId } = await of.createRuntimeEndpoint({ body: { kind: "http", slug, name: `The ${slug}` } });
    const quotas = requests.map((many, n) => ({
      by: n === 0 ? ("key" as const) : ("tenant" as const),
      period: "day" as const,
      requests: many,
    }));
    const body = { environment: "development" as const, caller: { mode: "api-key" as const }, limits: { quotas } };
    await of.replaceAuthPolicy({ params: { endpointId }, body });
    return endpointId;
  };
  assert.deepEqual((await client.getUsage({ query })).quotas, []);
  const small = await limit(client, "small", [10, 3_000]);
  const large = await limit(client, "large", [500]);
  await limit(theirs, "foreign", [1]);
  const { quotas } = await client.getUsage({ query });
  assert.deepEqual(
    quotas.map(({ endpointId, endpointName, by, requests }) => [endpointId, endpointName, by, requests]),
    [
      [small, "The small", "key", 10],
      [large, "The large", "key", 500],
      [small, "The small", "tenant", 3_000],
    ],
  );
  assert.deepEqual((await client.getUsage({ query: { ...query, environment: "production" } })).quotas, []);
});
