import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { supportedRevisions } from "../../../deployed/endpoints/bindings/revisions.ts";
import { endpointState, type TestFunction } from "../../../testing/deployed.ts";
import { bodyOf, legacy, modern, modernVersion } from "../../../testing/rpc.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const order = {
  type: "object",
  properties: { orderId: { type: "string" }, amount: { type: "number" } },
  required: ["orderId"],
};
const output = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
const both = { inputSchema: order, outputSchema: output };
const functions: TestFunction[] = [
  { name: "ship", code: "ship", ...both, runPolicy: {}, timeoutMs: 300 },
  { name: "keyed", code: "keyed", ...both, runPolicy: { key: "/orderId" }, timeoutMs: 300 },
  { name: "refund", code: "refund", ...both, timeoutMs: 300, tool: { description: "Pays back." } },
  { name: "plain", code: "plain", ...both },
];
const approvals = [
  approvalRule.parse({
    names: ["refund"],
    when: { type: "object", properties: { amount: { exclusiveMinimum: 500 } }, required: ["amount"] },
    by: { roles: ["owner"] },
  }),
];
type Result = {
  content: { text: string }[];
  isError?: boolean;
  structuredContent?: unknown;
  _meta?: Record<string, unknown>;
};

describe("tools whose calls become runs", () => {
  const worker = duringTests(() => startTestWorker({ functions, behaviours: { refund: () => ({ ok: true }) } }));
  const desk = () => worker.feed.startedRuns;
  afterEach(() => {
    desk().refuse(null);
    desk().whenStored = null;
  });

  const send = (revision: string, method: string, params: Record<string, unknown> = {}) => {
    if (revision === modernVersion) return worker.post(...modern(method, params));
    return worker.post(legacy(method, params), { "mcp-protocol-version": revision });
  };
  const call = async (revision: string, name: string, given: object): Promise<Result> => {
    const response = await send(revision, "tools/call", { name, arguments: given });
    const body = await bodyOf(response);
    assert.equal(response.status, 200, JSON.stringify(body));
    return body.result as unknown as Result;
  };
  const succeed = () => {
    desk().whenStored = () => desk().change({ status: "succeeded", output: '{"ok":true}' });
  };
  const runOf = ({ _meta }: Result) => _meta?.["ferrule/run"] as { id: string; status: string; url: string };
  const listed = async (revision: string) => {
    const { result } = await bodyOf(await send(revision, "tools/list"));
    const { tools } = result as unknown as { tools: { name: string; outputSchema?: object }[] };
    return Object.fromEntries(tools.map(({ name, outputSchema }) => [name, outputSchema !== undefined]));
  };

  test("durable tools promise no output schema, in any revision", async () => {
    for (const revision of supportedRevisions) {
      const has = !["2024-11-05", "2025-03-26"].includes(revision);
      const expected = { ship: false, keyed: false, refund: has, plain: has, run_status: false };
      assert.deepEqual(await listed(revision), expected, revision);
    }
  });

  test("a run that ends in time gives the tool's usual result, in any revision", async () => {
    succeed();
    for (const revision of supportedRevisions) {
      const result = await call(revision, "ship", { orderId: revision });
      assert.deepEqual(
        [result.content, result.isError],
        [[{ type: "text", text: '{"ok":true}' }], undefined],
        revision,
      );
      assert.deepEqual(result.structuredContent, { ok: true });
      const run = runOf(result);
      assert.equal(run.status, "succeeded");
      assert.equal(run.url, `http://ferrule.example:8080/mcp/development/one/tools/-/runs/${run.id}`);
    }
    assert.equal(desk().waits.at(-1), 300);
  });

  test("a run that does not end in time gives a text that says what it is, in any revision", async () => {
    desk().whenStored = () => desk().change({ status: "waiting", waitsFor: "Waits for the event paid." });
    for (const revision of supportedRevisions) {
      const result = await call(revision, "ship", { orderId: "slow" });
      const { id, status, url } = runOf(result);
      assert.deepEqual([status, result.isError, "structuredContent" in result], ["waiting", undefined, false]);
      const [{ text } = { text: "" }] = result.content;
      for (const part of [id, url, "Waits for the event paid.", "would start another run"]) {
        assert.ok(text.includes(part), `${revision}: ${text}`);
      }
      const response = await worker.fetch(new URL(url).pathname);
      assert.equal(((await response.json()) as { id: string }).id, id);
    }
  });

  test("the start is one execution, whose Function did not run", async () => {
    const before = [worker.records.length, worker.calls.length];
    const { id } = runOf(await call(modernVersion, "ship", { orderId: "one" }));
    assert.deepEqual([worker.records.length, worker.calls.length], [before[0]! + 1, before[1]]);
    const { source, status, output: recorded, functionId } = worker.records.at(-1)!;
    assert.deepEqual([source, status, recorded, functionId], ["mcp", "succeeded", { run: id }, "fn_ship"]);
    assert.equal(desk().stored.at(-1)?.source, "mcp");
  });

  test("a run that failed tells the model so, without what only the author may read", async () => {
    desk().whenStored = () =>
      desk().change({ status: "failed", error: { code: "FUNCTION_ERROR", message: "hunter2" } });
    for (const revision of supportedRevisions) {
      const result = await call(revision, "ship", { orderId: "bad" });
      assert.deepEqual([result.isError, result.content[0]?.text.includes("hunter2")], [true, false]);
      assert.match(JSON.stringify(result._meta), /"ferrule\/error":\{"code":"FUNCTION_ERROR"/);
      assert.equal(runOf(result).status, "failed");
    }
  });

  test("the same key leads to the same run, and the model learns that it did not run again", async () => {
    const first = runOf(await call(modernVersion, "keyed", { orderId: "K-1" }));
    const open = await call(modernVersion, "keyed", { orderId: "K-1" });
    assert.equal(runOf(open).id, first.id);
    assert.match(open.content[0]!.text, /call the tool again with the same arguments/);
    desk().change({ status: "succeeded", output: '{"ok":true}' }, first.id);
    const again = await call(modernVersion, "keyed", { orderId: "K-1" });
    assert.deepEqual(again.structuredContent, { ok: true });
    assert.match(again.content[1]!.text, new RegExp(`result of run ${first.id}, .* did not run again`));
  });

  test("an approval is asked for once, and its call runs when the tool is called again", async () => {
    worker.feed.say(endpointState("mcp", {}, { approvals }));
    await until("the rule is known", async () => (await listed(modernVersion))["refund"] === false);
    assert.equal((await listed(modernVersion))["plain"], true);
    const before = worker.calls.length;
    assert.deepEqual((await call(modernVersion, "refund", { orderId: "R", amount: 5 })).structuredContent, {
      ok: true,
    });
    assert.equal(worker.calls.length, before + 1);
    for (const revision of supportedRevisions) {
      const given = { orderId: `R-${revision}`, amount: 501 };
      const result = await call(revision, "refund", given);
      const { id, status } = runOf(result);
      const { text } = result.content[0]!;
      assert.equal(status, "waiting");
      assert.match(text, /waits for a person.* http:\/\/ferrule\.example:8080\/approvals\/apr_[0-9a-z]+ /);
      assert.match(text, /call the tool again with the same arguments/);
      assert.equal(runOf(await call(revision, "refund", { amount: 501, orderId: `R-${revision}` })).id, id);
      assert.equal(desk().stored.filter(({ input }) => input.includes(`R-${revision}`)).length, 1);
      desk().change({ status: "succeeded", output: '{"ok":true}' }, id);
      assert.deepEqual((await call(revision, "refund", given)).structuredContent, { ok: true });
    }
    assert.equal(worker.calls.length, before + 1);
    const { mode, approval } = desk().stored.at(-1)!;
    assert.deepEqual([mode, approval?.title, approval?.summary], ["once", "Call refund", "Pays back."]);
  });

  test("a call that failed may be tried again, and one that a person rejected may not", async () => {
    const given = { orderId: "again", amount: 900 };
    const ids = new Set<string>();
    for (const tries of [1, 2, 3]) {
      const { id } = runOf(await call(modernVersion, "refund", given));
      assert.equal(ids.add(id).size, tries);
      assert.equal(runOf(await call(modernVersion, "refund", given)).id, id);
      desk().change({ status: "failed", error: { code: "PAYMENT_AWAY", message: "Later." } }, id);
    }
    const { id } = runOf(await call(modernVersion, "refund", given));
    desk().change({ status: "failed", error: { code: "APPROVAL_REJECTED", message: "A person has rejected it." } }, id);
    const rejected = await call(modernVersion, "refund", given);
    assert.deepEqual([runOf(rejected).id, rejected.isError], [id, true]);
    assert.equal(rejected.content[0]?.text, "A person has rejected it.");
  });

  test("limits and outages are errors of the protocol, with a time to try again", async () => {
    for (const revision of supportedRevisions) {
      desk().refuse("full");
      const full = await send(revision, "tools/call", { name: "ship", arguments: { orderId: "a" } });
      const { error } = await bodyOf(full);
      assert.deepEqual([full.status, full.headers.get("retry-after"), error?.code], [429, "60", -32600]);
      assert.equal(error?.data["code"], "RATE_LIMITED");
      desk().refuse(null);
    }
    desk().fail(1_000);
    const away = await send(modernVersion, "tools/call", { name: "ship", arguments: { orderId: "a" } });
    desk().fail(0);
    assert.deepEqual([away.status, away.headers.get("retry-after")], [503, "5"]);
  });

  test("a batch starts a run for each of its calls", async () => {
    succeed();
    const calls = ["a", "b"].map((orderId, at) => legacy("tools/call", { name: "ship", arguments: { orderId } }, at));
    const response = await worker.post(calls, { "mcp-protocol-version": "2025-03-26" });
    const answers = (await response.json()) as { id: number; result: Result }[];
    assert.deepEqual(
      answers.map(({ id, result }) => [id, result.structuredContent]),
      [
        [0, { ok: true }],
        [1, { ok: true }],
      ],
    );
  });
});
