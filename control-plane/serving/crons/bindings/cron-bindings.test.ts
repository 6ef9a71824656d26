import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { issuePaths, issuesOf, refusal } from "../../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("developer"));

const gone = { status: 404, code: "NOT_FOUND" };
let made = 0;
const newFunction = async (of = client) =>
  (await of.createFunction({ body: { slug: `function-${(made += 1)}`, source: "export default () => 1;" } })).id;
const schedule = "0 3 29 2 *";
const create = async (over: object = {}) =>
  client.createCronBinding({ body: { functionId: await newFunction(), schedule, ...over } });

test("is made with what most people mean, and shows its next five occurrences", async () => {
  const functionId = await newFunction();
  const binding = await client.createCronBinding({
    body: { functionId, schedule: "30 9 * * MON-FRI", timezone: "Europe/Berlin" },
  });
  const { id, projectId, createdAt, updatedAt, nextRuns, nextRunAt, ...rest } = binding;
  assert.match(`${id} ${projectId} ${createdAt === updatedAt}`, /^crn_\w{24} prj_\w+ true$/);
  assert.deepEqual(rest, {
    name: `function-${made}`,
    functionId,
    environment: "development",
    schedule: "30 9 * * MON-FRI",
    timezone: "Europe/Berlin",
    tenantId: "default",
    input: {},
    enabled: true,
    overlap: "skip",
    retry: { maxAttempts: 1, backoffMs: 1_000 },
    catchUp: 0,
    pauseAfterFailures: null,
    consecutiveFailures: 0,
    pausedAt: null,
    pauseReason: null,
    lastRun: null,
    revision: 1,
  });
  assert.equal(nextRuns.length, 5);
  assert.equal(nextRuns[0], nextRunAt);
  const local = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short", dateStyle: "full" });
  for (const at of nextRuns) assert.match(local.format(new Date(at)), /^(?:Mon|Tues|Wednes|Thurs|Fri)day.* 09:30$/);
  assert.deepEqual(nextRuns, nextRuns.toSorted());
  assert.deepEqual((await client.listCronBindings({ query: { functionId } })).items, [binding]);
});

test("says which part of a schedule, zone or policy is wrong, and never what it was", async () => {
  const functionId = await newFunction();
  const issuesWith = async (over: object) => {
    const issues = await issuesOf(client.createCronBinding({ body: { functionId, schedule, ...over } }));
    return issues.map(({ path, message }) => `${path} ${message}`).join(" | ");
  };
  for (const [over, expected] of [
    [{ schedule: "* * * *" }, /^body\.schedule must have 5 fields .* or 6 with the second in front$/],
    [{ schedule: "* * * * * * *" }, /^body\.schedule must have 5 fields/],
    [{ schedule: "@daily" }, /^body\.schedule must have 5 fields/],
    [{ schedule: "2027-01-01T00:00:00" }, /^body\.schedule must have 5 fields/],
    [{ schedule: "60 * * * *" }, /^body\.schedule the minute takes 0 to 59; each may be/],
    [{ schedule: "61 0 * * * *" }, /^body\.schedule the second takes 0 to 59; each may be/],
    [
      { schedule: "0 25 32 * *" },
      /^body\.schedule the hour takes 0 to 23; the day of the month takes 1 to 31, .*; each/,
    ],
    [{ schedule: "0 0 1 13 FOO" }, /^body\.schedule the month takes 1 to 12 or JAN to DEC; the weekday takes/],
    [{ schedule: "*/0 * * * *" }, /^body\.schedule the minute takes/],
    [{ schedule: "0 0 30 2 *" }, /^body\.schedule never comes: no such date exists$/],
    [{ timezone: "Mars/Phobos" }, /^body\.timezone must be an IANA time zone like Europe\/Berlin/],
    [{ timezone: "+02:00" }, /^body\.timezone must be an IANA time zone/],
    [{ overlap: "queue" }, /^body\.overlap .*"skip" or "allow"/],
    [{ retry: { maxAttempts: 0 } }, /^body\.retry\.maxAttempts /],
    [{ retry: { maxAttempts: 11 } }, /^body\.retry\.maxAttempts /],
    [{ retry: { backoffMs: 3_600_001 } }, /^body\.retry\.backoffMs /],
    [{ retry: { attempts: 2 } }, /^body\.retry\.attempts is not a known field$/],
    [{ catchUp: 101 }, /^body\.catchUp /],
    [{ pauseAfterFailures: 0 }, /^body\.pauseAfterFailures /],
    [{ input: "x".repeat(65_536) }, /^body\.input must be at most 64 KiB as JSON$/],
    [{ tenantId: "a b" }, /^body\.tenantId /],
    [{ environment: "staging" }, /^body\.environment /],
  ] as const) {
    const said = await issuesWith(over);
    assert.match(said, expected);
    for (const value of ["Phobos", "FOO", "@daily", "2027"]) assert.ok(!said.includes(value), said);
  }
  assert.deepEqual((await client.listCronBindings({ query: { functionId } })).items, []);
  const both = { functionId, schedule: "", timezone: "nowhere" };
  assert.deepEqual((await issuePaths(client.createCronBinding({ body: both }))).sort(), [
    "body.schedule",
    "body.timezone",
  ]);
});

test("changes at once: another schedule or zone moves the next occurrence, other fields leave it", async () => {
  const { id, nextRunAt, revision } = await create({ schedule: "0 12 * * *" });
  const params = { cronBindingId: id };
  const renamed = await client.updateCronBinding({ params, body: { name: "Noon", retry: { maxAttempts: 3 } } });
  assert.deepEqual(
    [renamed.name, renamed.retry, renamed.nextRunAt, renamed.revision],
    ["Noon", { maxAttempts: 3, backoffMs: 1_000 }, nextRunAt, revision + 1],
  );
  const moved = await client.updateCronBinding({ params, body: { timezone: "Asia/Kolkata" } });
  assert.equal(new Date(moved.nextRunAt ?? "").toISOString().slice(11), "06:30:00.000Z");
  const off = await client.updateCronBinding({ params, body: { enabled: false } });
  assert.deepEqual([off.nextRunAt, off.nextRuns], [null, []]);
  assert.deepEqual(await issuePaths(client.updateCronBinding({ params, body: { schedule: "0 0 0 0" } })), [
    "body.schedule",
  ]);
  const on = await client.updateCronBinding({
    params,
    body: { enabled: true, schedule: "15 1 * * * *", timezone: "UTC" },
  });
  assert.equal(on.nextRuns.length, 5);
  assert.equal(on.nextRunAt?.slice(14), "01:15.000Z");
  const stale = client.updateCronBinding({ params, body: { name: "late" }, headers: { "if-match": `"${revision}"` } });
  await assert.rejects(stale, { status: 412, code: "REVISION_CONFLICT" });
});

test("lists by Function and environment, a page at a time, newest first", async () => {
  const functionId = await newFunction();
  for (const environment of ["development", "production", "development"]) await create({ functionId, environment });
  const first = await client.listCronBindings({ query: { functionId, limit: 2 } });
  const second = await client.listCronBindings({ query: { functionId, limit: 2, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [2, 1, null]);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted().toReversed());
  const { items } = await client.listCronBindings({ query: { functionId, environment: "production" } });
  assert.deepEqual(
    items.map(({ id }) => id),
    [ids[1]],
  );
});

test("holds its Function: 409 IN_USE names it, and the Function goes when the binding has gone", async () => {
  const binding = await create({ name: "Nightly" });
  const params = { functionId: binding.functionId };
  const refused = await refusal(client.deleteFunction({ params }));
  assert.deepEqual(
    [refused.code, refused.details],
    ["IN_USE", { bindings: [{ kind: "cron", id: binding.id, endpointId: null, name: "Nightly" }] }],
  );
  await client.deleteCronBinding({ params: { cronBindingId: binding.id } });
  await client.deleteFunction({ params });
});

test("answers 404 for another Project's binding and Function, and lists none of them", async () => {
  const binding = await create();
  const params = { cronBindingId: binding.id };
  const { id: projectId } = await plane.createProject();
  const elsewhere = await plane.signInAs("owner", projectId);
  const body = { functionId: binding.functionId, schedule };
  for (const attempt of [
    () => elsewhere.getCronBinding({ params }),
    () => elsewhere.updateCronBinding({ params, body: { name: "mine" } }),
    () => elsewhere.deleteCronBinding({ params }),
    () => elsewhere.runCronBinding({ params }),
    () => elsewhere.listCronRuns({ params }),
    () => elsewhere.createCronBinding({ body }),
  ]) {
    await assert.rejects(attempt(), gone);
  }
  const foreign = await newFunction(elsewhere);
  await assert.rejects(client.updateCronBinding({ params, body: { functionId: foreign } }), gone);
  assert.deepEqual((await elsewhere.listCronBindings()).items, []);
  assert.equal((await client.getCronBinding({ params })).revision, 1);
});

test("is edited by developers, and run by operators", async () => {
  const params = { cronBindingId: (await create()).id };
  const forbidden = { status: 403, code: "FORBIDDEN" };
  const operator = await plane.signInAs("operator");
  await assert.rejects(client.runCronBinding({ params }), forbidden);
  assert.equal((await operator.runCronBinding({ params })).trigger, "manual");
  await assert.rejects(operator.updateCronBinding({ params, body: { name: "no" } }), forbidden);
  await assert.rejects(operator.deleteCronBinding({ params }), forbidden);
});

test("the audit tells what was changed, and of the input only that it was", async () => {
  const { id } = await create({ input: { note: "an input that only its author need know" } });
  await client.updateCronBinding({ params: { cronBindingId: id }, body: { schedule: "0 4 29 2 *" } });
  const owner = await plane.signInAs("owner");
  const { items } = await owner.listAuditEvents({ query: { targetId: id } });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["cron-binding.update", "cron-binding.create"],
  );
  assert.deepEqual(items[0]?.changes, { before: { schedule }, after: { schedule: "0 4 29 2 *" } });
  assert.ok(!JSON.stringify(items).includes("only its author"));
});

const lines = {
  type: "object",
  properties: { day: { type: "string", enum: ["today", "yesterday"] }, limit: { type: "integer" } },
  required: ["day"],
  additionalProperties: false,
};
const newTyped = async (over: object = {}) =>
  (
    await client.createFunction({
      body: { slug: `typed-${(made += 1)}`, source: "export default () => 1;", inputSchema: lines, ...over },
    })
  ).id;
test("refuses an input that its Function must refuse, and never shows what it was", async () => {
  const functionId = await newTyped();
  const creating = (input?: unknown) =>
    client.createCronBinding({ body: { functionId, schedule, input: input as never } });
  assert.deepEqual(await issuePaths(creating({ day: "a secret", more: 1 })), ["body.input.day", "body.input.more"]);
  const error = await creating({ day: "a secret" }).catch((problem: unknown) => problem);
  assert.ok(error instanceof ApiError && !JSON.stringify(error.details).includes("a secret"));
  assert.deepEqual(await issuePaths(creating()), ["body.input.day"]);
  // Workers treat null for an optional field as left out, and so does the check.
  const input = { day: "today", limit: null };
  const { id, revision } = await client.createCronBinding({ body: { functionId, schedule, input } });
  const change = (body: object) =>
    client.updateCronBinding({ params: { cronBindingId: id }, body, headers: { "if-match": `"${revision}"` } });
  assert.deepEqual(await issuePaths(change({ input: {} })), ["body.input.day"]);
  const other = await newTyped({ inputSchema: { type: "object", required: ["id"] } });
  assert.deepEqual(await issuePaths(change({ functionId: other })), ["body.input.id"]);
});

test("can be paused although its Function takes something else by now", async () => {
  const functionId = await newTyped();
  const { id, revision } = await client.createCronBinding({ body: { functionId, schedule, input: { day: "today" } } });
  await client.updateFunction({ params: { functionId }, body: { inputSchema: { type: "object", required: ["id"] } } });
  const paused = await client.updateCronBinding({
    params: { cronBindingId: id },
    body: { enabled: false },
    headers: { "if-match": `"${revision}"` },
  });
  assert.equal(paused.enabled, false);
});

test("is previewed while it is written: when it runs, what is wrong, and whose contract says so", async () => {
  const functionId = await newTyped();
  const seen = await client.previewCronBinding({
    body: { functionId, schedule: "30 9 * * MON-FRI", timezone: "Asia/Tokyo", input: { day: 5 } },
  });
  assert.equal(seen.nextRuns.length, 5);
  for (const at of seen.nextRuns) assert.match(at, /T00:30:00/);
  assert.deepEqual([seen.scheduleProblem, seen.contract, seen.inputSchema], [null, "draft", lines]);
  assert.deepEqual(
    seen.inputIssues.map(({ path }) => path),
    ["input.day"],
  );
  const unreadable = await client.previewCronBinding({ body: { schedule: "61 * * * *" } });
  assert.match(unreadable.scheduleProblem ?? "", /minute takes 0 to 59/);
  assert.deepEqual([unreadable.nextRuns, unreadable.contract, unreadable.inputSchema], [[], "unknown", null]);
  const never = await client.previewCronBinding({ body: { schedule: "0 0 30 2 *" } });
  assert.match(never.scheduleProblem ?? "", /never comes/);
  const unchecked = await client.previewCronBinding({ body: { functionId: await newFunction(), schedule, input: 5 } });
  assert.deepEqual([unchecked.contract, unchecked.inputIssues], ["unknown", []]);
});
