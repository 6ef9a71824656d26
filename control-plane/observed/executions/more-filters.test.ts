import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiError } from "@ferrule/contract/api-error.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { record, report } from "./testing/reports.ts";

const scene = duringTests(startScene);

type Query = NonNullable<NonNullable<Parameters<Author["client"]["listExecutions"]>[0]>["query"]>;

/** Recent, because older ones are removed at the end of their retention. */
const begin = Math.floor(Date.now() / 60_000 - 120) * 60_000;
const at = (second: number) => new Date(begin + second * 1_000).toISOString();
const failure = (code: string, message: string, line = 4) => ({
  status: "failed" as const,
  error: { code, message, stack: `Error: ${message}\n    at handler (look-up.ts:${line}:3)` },
});

/** Calls whose facts all differ, a second apart. */
const calls = (projectId: string): ExecutionRecord[] =>
  Array.from({ length: 120 }, (_, n) =>
    record(projectId, {
      startedAt: at(n),
      deploymentId: `dep_${n % 3}`,
      bindingId: n % 5 === 0 ? null : `bnd_${n % 4}`,
      durationMs: (n * 7_919) % 90_000,
      ...(n % 9 === 1 ? { source: "test" } : {}),
      environment: n % 2 === 0 ? "production" : "development",
      ...(n % 2 === 0 ? { source: "http", httpStatus: [200, 201, 404, 422, 503][n % 5]! } : {}),
      ...(n % 6 === 0 ? failure("NOT_FOUND", `No order ${n}: "quoted" Straße % _ \\`) : {}),
      ...(n % 7 === 1 ? failure("FUNCTION_ERROR", "Der Dienst schläft.", 9) : {}),
      ...(n % 13 === 2 ? { ...failure("FUNCTION_TIMEOUT", "It took too long."), status: "timed_out" } : {}),
      ...(n % 17 === 5 ? { ...failure("VALIDATION_ERROR", "The input does not fit."), status: "rejected" } : {}),
    }),
  );

type Fits = (one: ExecutionRecord) => boolean;
const text = ({ error }: ExecutionRecord) => `${error?.code} ${error?.message}`.toLowerCase();
const isFailure: Fits = ({ status }) => status === "failed" || status === "timed_out";
const asked: readonly [Query, Fits][] = [
  [{ status: "timed_out" }, ({ status }) => status === "timed_out"],
  [{ status: "failed_or_timed_out" }, isFailure],
  [
    { status: "failed_or_timed_out", withoutTests: "true", environment: "production" },
    (one) => isFailure(one) && one.source !== "test" && one.environment === "production",
  ],
  [{ status: "failed_or_timed_out", minDurationMs: "40000" }, (one) => isFailure(one) && one.durationMs >= 40_000],
  [{ status: "failed_or_timed_out", error: "too long" }, ({ error }) => error?.code === "FUNCTION_TIMEOUT"],
  [{ deploymentId: "dep_1" }, ({ deploymentId }) => deploymentId === "dep_1"],
  [{ bindingId: "bnd_2" }, ({ bindingId }) => bindingId === "bnd_2"],
  [{ httpStatus: "404" }, ({ httpStatus }) => httpStatus === 404],
  [{ httpStatus: "4xx" }, ({ httpStatus = 0 }) => httpStatus === 404 || httpStatus === 422],
  [{ httpStatus: "1xx" }, () => false],
  [{ minDurationMs: "40000" }, ({ durationMs }) => durationMs >= 40_000],
  [
    { minDurationMs: "61000", maxDurationMs: "80000" },
    ({ durationMs }) => durationMs >= 61_000 && durationMs <= 80_000,
  ],
  [{ maxDurationMs: "900" }, ({ durationMs }) => durationMs <= 900],
  [{ withoutTests: "true", deploymentId: "dep_1" }, (one) => one.source !== "test" && one.deploymentId === "dep_1"],
  [{ error: "not_found" }, (one) => one.error?.code === "NOT_FOUND"],
  [{ error: "SCHLÄFT" }, (one) => one.error !== null && text(one).includes("schläft")],
  [{ error: "% _ \\" }, (one) => one.error !== null && text(one).includes("% _ \\")],
  [{ error: "%", deploymentId: "dep_0" }, (one) => one.error?.code === "NOT_FOUND" && one.deploymentId === "dep_0"],
  [
    { httpStatus: "5xx", minDurationMs: "1500", environment: "production" },
    ({ httpStatus, durationMs }) => httpStatus === 503 && durationMs >= 1_500,
  ],
];

async function listed(author: Author, query: Query): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await author.client.listExecutions({ query: { ...query, limit: 7, cursor } });
    ids.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

test("lists, counts and downloads the calls of a deployment, a route, a status, an error's text or a duration", async () => {
  const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
  const all = calls(author.projectId);
  // Batches of one call too, as a quiet Project has.
  await report(scene.worker(), all.slice(0, 70));
  for (const one of all.slice(70, 80)) await report(scene.worker(), [one]);
  await report(scene.worker(), [...calls(other.projectId), ...all.slice(80)]);
  for (const [query, fits] of asked) {
    const expected = all
      .filter(fits)
      .map(({ id }) => id)
      .toReversed();
    const said = JSON.stringify(query);
    assert.deepEqual(await listed(author, query), expected, said);
    const { sort: _sort, limit: _limit, cursor: _cursor, ...filters } = query;
    assert.deepEqual(
      await author.client.countExecutions({ query: filters }),
      { count: expected.length, more: false, since: null },
      said,
    );
    const lines = (await author.client.exportExecutions({ query: filters })).split("\n").slice(0, -1);
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { id: string }).id),
      expected,
      said,
    );
  }
});

test("the group of a failure finds its executions, whatever its texts hold", async () => {
  const author = await startAuthor(scene);
  const hard = 'a "b" \\ \u0001 ü 😀';
  const records = [
    record(author.projectId, { ...failure("FUNCTION_ERROR", "One"), startedAt: at(1) }),
    record(author.projectId, { ...failure("FUNCTION_ERROR", "Two"), startedAt: at(2) }),
    record(author.projectId, { ...failure(hard, "Three"), functionId: null, startedAt: at(3) }),
    record(author.projectId, { ...failure("FUNCTION_ERROR", "Four"), status: "rejected", startedAt: at(4) }),
  ];
  await report(scene.worker(), records);
  const { items } = await author.client.listExecutionGroups();
  assert.deepEqual(
    items.map(({ count }) => count),
    [1, 2],
  );
  for (const { id, count } of items) {
    const found = await author.client.listExecutions({ query: { errorId: id } });
    assert.equal(found.items.length, count);
  }
});

test("sorts by duration in both directions within a range, and refuses to without one", async () => {
  const author = await startAuthor(scene);
  const all = calls(author.projectId);
  await report(scene.worker(), all);
  const slowest = all.toSorted((one, other) => other.durationMs - one.durationMs || (one.id < other.id ? 1 : -1));
  const range = { from: at(10), to: at(110), environment: "production" as const };
  const inRange = slowest.filter(
    ({ startedAt, environment }) => environment === "production" && startedAt >= range.from && startedAt < range.to,
  );
  assert.deepEqual(
    await listed(author, { ...range, sort: "-durationMs" }),
    inRange.map(({ id }) => id),
  );
  assert.deepEqual(await listed(author, { ...range, sort: "durationMs" }), inRange.map(({ id }) => id).toReversed());
  assert.deepEqual(
    await listed(author, { ...range, sort: "-durationMs", status: "failed_or_timed_out" }),
    inRange.filter(isFailure).map(({ id }) => id),
  );
  for (const query of [{}, { from: new Date(Date.now() - 8 * 86_400_000).toISOString() }])
    await assert.rejects(
      author.client.listExecutions({ query: { ...query, sort: "durationMs" } }),
      (error: ApiError) => error.status === 400,
    );
});

test("a download is CSV that no spreadsheet runs, with a line for each call", async () => {
  const author = await startAuthor(scene);
  await report(scene.worker(), [
    record(author.projectId, { ...failure("FUNCTION_ERROR", '=HYPERLINK("https://evil.example")'), tenantId: "a,b" }),
  ]);
  const [head, line, rest] = (await author.client.exportExecutions({ query: { format: "csv" } })).split("\r\n");
  assert.match(head ?? "", /^id,startedAt,status,/);
  assert.match(line ?? "", /,"a,b",/);
  assert.match(line ?? "", /,"'=HYPERLINK\(""https:\/\/evil\.example""\)",/);
  assert.equal(rest, "");
});

test("entries are added to batches that a control plane of an earlier version records", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const all = calls(projectId).slice(0, 30);
  await report(scene.worker(), all);
  await scene.query(async (tx) => {
    await sql`delete from execution_facets where project_id = ${projectId}
      and facet in ('deploymentId', 'bindingId', 'httpStatus', 'errorId', 'trait')`.execute(tx);
    await sql`with old as (delete from execution_batches where project_id = ${projectId} returning *)
      insert into execution_batches (sequence, project_id, ids, started_ats, first_at, last_at)
      overriding system value select sequence, project_id, ids, started_ats, first_at, last_at from old`.execute(tx);
  });
  for (const [query, fits] of asked)
    assert.deepEqual(
      await listed(author, query),
      all
        .filter(fits)
        .map(({ id }) => id)
        .toReversed(),
      JSON.stringify(query),
    );
});
