import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobResult } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { workerOf } from "../../testing/deploy-drafts.ts";
import { issuePaths } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("developer"));

const gone = { status: 404, code: "NOT_FOUND" };
const conflict = { status: 409, code: "CONFLICT" };
let made = 0;
const newFunction = async (of = client) => {
  const body = { slug: `function-${(made += 1)}`, source: "export default () => 1;" };
  return { functionId: (await of.createFunction({ body })).id };
};
const save = (params: { functionId: string }, name: string, over: object = {}) =>
  client.createTestCase({ params, body: { name, input: { text: "hello" }, ...over } });

test("saves an input for Development that expects nothing, unless said otherwise", async () => {
  const params = await newFunction();
  const saved = await save(params, "Says hello");
  const { id, projectId, createdAt, updatedAt, ...rest } = saved;
  assert.match(`${id} ${projectId} ${createdAt === updatedAt}`, /^tcs_\w{24} prj_\w+ true$/);
  assert.deepEqual(rest, {
    ...params,
    name: "Says hello",
    input: { text: "hello" },
    environment: "development",
    expect: null,
    revision: 1,
  });
  assert.deepEqual((await client.listTestCases({ params })).items, [saved]);
});

test("keeps an input as it was written, and tells an output of null from none", async () => {
  const params = await newFunction();
  const input = { z: 1, a: [null, "é", { "": 0.5 }] };
  const body = { name: "null", input, environment: "production", expect: { status: "failed", output: null } } as const;
  await client.createTestCase({ params, body });
  await save(params, "none", { input: null, expect: { status: "succeeded" } });
  const { items } = await client.listTestCases({ params });
  assert.deepEqual(
    items.map(({ expect }) => expect),
    [{ status: "succeeded" }, { status: "failed", output: null }],
  );
  assert.deepEqual(
    items.map((item) => JSON.stringify(item.input)),
    ["null", JSON.stringify(input)],
  );
});

test("refuses a name that the Function has, also of two at once, and takes it on another", async () => {
  const params = await newFunction();
  const outcomes = await Promise.allSettled([save(params, "taken"), save(params, "taken")]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  await assert.rejects(save(params, "taken"), conflict);
  await save(await newFunction(), "taken");
});

test("takes no more than 100 a Function, also when the last ones come at once", async () => {
  const params = await newFunction();
  for (let at = 0; at < 97; at += 1) await save(params, `case ${at}`);
  const last = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => save(params, `last ${at}`)));
  assert.equal(last.filter(({ status }) => status === "fulfilled").length, 3);
  const full = { status: 409, code: "INVALID_STATE" };
  await assert.rejects(save(params, "one more"), full);
  const { items } = await client.listTestCases({ params, query: { limit: 200 } });
  assert.equal(items.length, 100);
  await client.deleteTestCase({ params: { ...params, testCaseId: items[0]?.id ?? "" } });
  await save(params, "one more");
});

test("lists newest first, a page at a time, each Function its own", async () => {
  const params = await newFunction();
  for (const name of ["a", "b", "c"]) await save(params, name);
  const first = await client.listTestCases({ params, query: { limit: 2 } });
  const cursor = first.nextCursor ?? "";
  const second = await client.listTestCases({ params, query: { limit: 2, cursor } });
  const names = [first, second].map(({ items }) => items.map(({ name }) => name));
  assert.deepEqual([names, second.nextCursor], [[["c", "b"], ["a"]], null]);
  const other = await newFunction();
  assert.deepEqual(await client.listTestCases({ params: other }), { items: [], nextCursor: null });
  assert.deepEqual(await issuePaths(client.listTestCases({ params: other, query: { cursor } })), ["query.cursor"]);
});

test("answers 404 under another Function, another Project, and none", async () => {
  const params = await newFunction();
  const { id: testCaseId } = await save(params, "mine");
  const { id: projectId } = await plane.createProject();
  const elsewhere = await plane.signInAs("developer", projectId);
  await assert.rejects(client.deleteTestCase({ params: { ...(await newFunction()), testCaseId } }), gone);
  for (const attempt of [
    () => elsewhere.listTestCases({ params }),
    () => elsewhere.createTestCase({ params, body: { name: "theirs", input: 1 } }),
    () => elsewhere.deleteTestCase({ params: { ...params, testCaseId } }),
    () => save({ functionId: "fn_000000000000000000000000" }, "nobody's"),
  ]) {
    await assert.rejects(attempt(), gone);
  }
  assert.equal((await client.listTestCases({ params })).items.length, 1);
});

test("refuses what is too long, what no run ends in, and what nobody asked for", async () => {
  const params = await newFunction();
  const long = "x".repeat(65_536);
  for (const [over, path] of [
    [{ input: long }, "body.input"],
    [{ expect: { status: "succeeded", output: long } }, "body.expect.output"],
    [{ expect: { status: "fine" } }, "body.expect.status"],
    [{ environment: "staging" }, "body.environment"],
    [{ input: undefined }, "body.input"],
    [{ input: "\0" }, "body.input"],
    [{ more: 1 }, "body.more"],
    [{ name: " " }, "body.name"],
  ] as const) {
    assert.deepEqual(await issuePaths(save(params, "refused", over)), [path], path);
  }
  assert.deepEqual((await client.listTestCases({ params })).items, []);
});

test("goes with its Function", async () => {
  const params = await newFunction();
  await save(params, "goes");
  await client.deleteFunction({ params });
  await assert.rejects(client.listTestCases({ params }), gone);
  const left = await plane.app.store.inInstallation(({ tx }) =>
    tx.selectFrom("testCases").select("id").where("functionId", "=", params.functionId).execute(),
  );
  assert.deepEqual(left, []);
});

test("can be read by an operator, and neither made nor deleted", async () => {
  const params = await newFunction();
  const { id: testCaseId } = await save(params, "read");
  const operator = await plane.signInAs("operator");
  assert.equal((await operator.listTestCases({ params })).items.length, 1);
  const forbidden = { status: 403, code: "FORBIDDEN" };
  await assert.rejects(operator.createTestCase({ params, body: { name: "made", input: 1 } }), forbidden);
  await assert.rejects(operator.deleteTestCase({ params: { ...params, testCaseId } }), forbidden);
});

test("the audit tells what was expected of which Function, and not what with", async () => {
  const params = await newFunction();
  const input = { text: "an input that only its author need know" };
  const { id } = await save(params, "audited", { input, expect: { status: "succeeded", output: "an answer" } });
  await client.deleteTestCase({ params: { ...params, testCaseId: id } });
  const owner = await plane.signInAs("owner");
  const { items } = await owner.listAuditEvents({ query: { targetId: id } });
  assert.deepEqual(
    items.map(({ action, target }) => `${action} ${target.kind} ${target.name}`),
    ["test-case.delete test-case audited", "test-case.create test-case audited"],
  );
  const text = JSON.stringify(items);
  assert.ok(text.includes(params.functionId) && text.includes("succeeded"));
  assert.doesNotMatch(text, /only its author|an answer/);
});

const ifMatch = (revision: number) => ({ "if-match": `"${revision}"` });

const testCaseOf = async (params: { functionId: string }, over: object = {}) => {
  const { id, revision } = await save(params, `case ${(made += 1)}`, over);
  return { params: { ...params, testCaseId: id }, headers: ifMatch(revision) };
};

test("changes what is given of a test case and leaves the rest, under its next revision", async () => {
  const params = await newFunction();
  const saved = await save(params, "before", { expect: { status: "succeeded", output: 1 } });
  const target = { params: { ...params, testCaseId: saved.id }, headers: ifMatch(saved.revision) };
  const renamed = await client.updateTestCase({ ...target, body: { name: "after" } });
  assert.deepEqual({ ...renamed, updatedAt: "" }, { ...saved, name: "after", revision: 2, updatedAt: "" });
  await assert.rejects(client.updateTestCase({ ...target, body: { name: "late" } }), {
    code: "REVISION_CONFLICT",
  });
  const free = await client.updateTestCase({ ...target, headers: ifMatch(2), body: { expect: null, input: null } });
  assert.deepEqual([free.expect, free.input, free.name], [null, null, "after"]);
});

test("refuses a new name that another test case has, and leaves the one as it was", async () => {
  const params = await newFunction();
  await save(params, "taken");
  const other = await testCaseOf(params);
  await assert.rejects(client.updateTestCase({ ...other, body: { name: "taken" } }), conflict);
  assert.equal((await client.getTestCase(other)).revision, 1);
});

/** Has the next runs end with these outputs, whichever is asked first, as a worker would. */
async function answerRuns(outputs: Record<string, unknown>) {
  const worker = workerOf(plane);
  for (let left = Object.keys(outputs).length; left > 0; left -= 1) {
    const job = await worker.claim(["test"]);
    assert.ok(job?.kind === "test");
    const output = outputs[(job.input as { text: string }).text];
    const result: JobResult = { kind: "test", status: "succeeded", output, error: null, logs: [], durationMs: 1 };
    assert.equal((await worker.complete(job, result)).status, 204);
  }
}

test("runs one test case and says how the result differs", async () => {
  const params = await newFunction();
  const one = await testCaseOf(params, { expect: { status: "succeeded", output: { a: 1, b: 2 } } });
  const [same] = await Promise.all([client.runTestCase(one), answerRuns({ hello: { b: 2, a: 1 } })]);
  assert.deepEqual([same.passed, same.difference, same.run?.status], [true, null, "succeeded"]);
  const [other] = await Promise.all([client.runTestCase(one), answerRuns({ hello: 3 })]);
  assert.deepEqual([other.passed, other.difference], [false, 'It returned 3 where {"a":1,"b":2} was expected.']);
});

test("runs all test cases of an environment with one draft, and counts what passed", async () => {
  const params = await newFunction();
  const texts = ["one", "two", "three", "four", "five"];
  for (const text of texts) {
    await save(params, text, { input: { text }, expect: { status: "succeeded", output: text } });
  }
  await save(params, "other", { environment: "production" });
  const outputs = Object.fromEntries(texts.map((text) => [text, text === "four" ? "4" : text]));
  const source = "export default () => 2;";
  const [ran] = await Promise.all([client.runTestCases({ params, body: { source } }), answerRuns(outputs)]);
  assert.deepEqual([ran.passed, ran.failed, ran.items.map(({ name }) => name)], [4, 1, texts]);
  assert.equal(ran.items[3]?.difference, 'It returned "4" where "four" was expected.');
});

test("says of a test case that could not be run why, and runs the others", async () => {
  const params = await newFunction();
  for (const text of ["lost", "kept"]) await save(params, text, { input: { text } });
  const answered = (async () => {
    const worker = workerOf(plane);
    for (let left = 2; left > 0; left -= 1) {
      const job = await worker.claim(["test"]);
      assert.ok(job?.kind === "test");
      if ((job.input as { text: string }).text === "lost")
        await worker.complete(job, null, { code: "OVERLOADED", message: "No room." });
      else
        await worker.complete(job, {
          kind: "test",
          status: "succeeded",
          output: 1,
          error: null,
          logs: [],
          durationMs: 1,
        });
    }
  })();
  const [{ items }] = await Promise.all([client.runTestCases({ params }), answered]);
  assert.deepEqual(
    items.map(({ name, passed, run }) => [name, passed, run === null]),
    [
      ["lost", false, true],
      ["kept", true, false],
    ],
  );
  assert.match(items[0]?.difference ?? "", /^It could not be run: /);
});

test("lets a developer run no test case of Production, and nobody an unsaved text there", async () => {
  const params = await newFunction();
  const one = await testCaseOf(params, { environment: "production" });
  const forbidden = { status: 403, code: "FORBIDDEN" };
  await assert.rejects(client.runTestCase(one), forbidden);
  await assert.rejects(client.runTestCases({ params, body: { environment: "production" } }), forbidden);
  const admin = await plane.signInAs("admin");
  const source = "export default () => 2;";
  const unsaved = { status: 400, code: "VALIDATION_ERROR" };
  const theirs = await newFunction(admin);
  const { id } = await admin.createTestCase({
    params: theirs,
    body: { name: "p", input: 1, environment: "production" },
  });
  await assert.rejects(admin.runTestCase({ params: { ...theirs, testCaseId: id }, body: { source } }), unsaved);
  await assert.rejects(admin.runTestCases({ params: theirs, body: { environment: "production", source } }), unsaved);
});
