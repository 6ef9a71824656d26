import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { supportedRevisions } from "../../../deployed/endpoints/bindings/revisions.ts";
import { endpointState, keyState, type TestFunction } from "../../../testing/deployed.ts";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { bodyOf, eventsOf, modern, modernVersion, resultAt, sendAt } from "../../../testing/rpc.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

type Json = Record<string, unknown>;
interface Tool {
  name: string;
  description?: string;
}

const ship: TestFunction = { name: "ship", code: "ship", runPolicy: {}, timeoutMs: 300 };
const slow: TestFunction = { name: "slow", code: "slow", runPolicy: {}, timeoutMs: 5_000 };
const plain: TestFunction = { name: "plain", code: "plain" };
const own: TestFunction = { name: "run_status", code: "own" };
const kept = { updatedAt: "2026-11-27T20:00:02.000Z", keptMs: 90_000, isEnding: false, stepsDone: 0, latestStep: null };

describe("clients without tasks", () => {
  const worker = duringTests(() =>
    startTestWorker({ functions: [ship, slow, plain], behaviours: { plain: () => "p", run_status: () => "mine" } }),
  );
  const desk = () => worker.feed.startedRuns;
  afterEach(() => void (desk().whenStored = null));

  const listed = async (revision: string = modernVersion) => {
    const { tools } = await resultAt(worker, revision, "tools/list");
    return (tools as Tool[]).map(({ name }) => name);
  };
  const call = (revision: string, name: string, given: object = {}) =>
    resultAt(worker, revision, "tools/call", { name, arguments: given });
  const textOf = (result: Json) => (result["content"] as { text: string }[])[0]!.text;
  const ask = async (run: unknown, revision: string = modernVersion) => call(revision, "run_status", { run });
  const start = async (revision: string = modernVersion) => {
    const result = await call(revision, "ship");
    return { id: ((result["_meta"] as Json)["ferrule/run"] as { id: string }).id, text: textOf(result) };
  };

  test("run_status reads a run to its end, in any revision, and leaves no execution", async () => {
    for (const revision of supportedRevisions) {
      assert.deepEqual(await listed(revision), ["plain", "run_status", "ship", "slow"], revision);
      const { id, text } = await start(revision);
      assert.match(text, new RegExp(`call the tool run_status with the run ${id}`));
      const before = worker.records.length;
      desk().change({ status: "waiting", approvalId: "apr_one", waitsFor: "Waits for an approval: Call ship" });
      const open = await ask(id, revision);
      assert.match(textOf(open), /approve it at http:\/\/ferrule\.example:8080\/approvals\/apr_one\.\n.*has not ended/);
      assert.equal(((open["_meta"] as Json)["ferrule/run"] as Json)["status"], "waiting");
      desk().change({ status: "succeeded", approvalId: null, output: '{"ok":true}' });
      assert.equal(textOf(await ask(id, revision)), '{"ok":true}');
      desk().change({ status: "failed", error: { code: "SOLD_OUT", message: "Sold out.", safe: true } });
      const failed = await ask(id, revision);
      assert.deepEqual([failed["isError"], textOf(failed)], [true, "Sold out."]);
      assert.equal(worker.records.length, before);
    }
  });

  test("run_status waits for the end of a run that waits for no person", async () => {
    const { id } = await start();
    const asked = ask(id);
    await until("it waits", () => desk().held() === 1);
    desk().change({ status: "succeeded", output: '"late"' });
    assert.equal(textOf(await asked), "late");
  });

  test("run_status knows no runs of others, and answers what is no id", async () => {
    const { id } = await start();
    for (const wrong of ["run_000000000000000000000000", `${id} `, "", "../x", "apr_one", "A".repeat(10_000)]) {
      const result = await ask(wrong);
      assert.deepEqual([result["isError"], textOf(result).startsWith("There is no such run")], [true, true], wrong);
    }
    for (const wrong of [undefined, null, 7, [id], { id }, true])
      assert.match(textOf(await ask(wrong)), /run: must be the id of a run/);
    desk().fail(1);
    const away = await sendAt(worker, modernVersion, "tools/call", { name: "run_status", arguments: { run: id } });
    assert.deepEqual([away.status, away.headers.get("retry-after")], [503, "5"]);
  });

  test("run_status is there for callers of tools whose calls may become runs, and tells only of those", async () => {
    const { id } = await start();
    worker.feed.say(keyState("mcp", { scopes: ["plain"] }));
    await until("the key is restricted", async () => (await listed()).join() === "plain");
    const refused = await bodyOf(
      await sendAt(worker, modernVersion, "tools/call", { name: "run_status", arguments: { run: id } }),
    );
    assert.equal(refused.error?.message, "Unknown tool: run_status");
    const approvals = [approvalRule.parse({ names: ["plain"], by: { roles: ["owner"] } })];
    worker.feed.say(endpointState("mcp", {}, { approvals }));
    await until("calls may need approval", async () => (await listed()).join() === "plain,run_status");
    assert.match(textOf(await ask(id)), /There is no such run/, "the key may no longer call its tool");
    worker.feed.say(endpointState("mcp"));
    worker.feed.say(keyState("mcp"));
    await until("all is as before", async () => (await listed()).length === 4);
  });

  test("a tool of the Project with this name takes its place", async () => {
    await worker.deploy([ship, slow, plain, own]);
    await until("it is served", async () => (await call(modernVersion, "run_status"))["content"] !== undefined);
    assert.equal((await listed()).filter((name) => name === "run_status").length, 1);
    assert.equal(textOf(await ask("x")), "mine");
    assert.doesNotMatch((await start()).text, /run_status/);
    await worker.deploy([ship, slow, plain]);
  });

  test("a client that wants progress hears the names of steps, and then the result", async () => {
    const [message, headers] = modern("tools/call", { name: "slow", arguments: {} }, { progressToken: "p" });
    const accept = "application/json, text/event-stream";
    desk().whenStored = () => desk().change({ status: "running", task: { ...kept, stepsDone: 1, latestStep: "load" } });
    const answered = worker.post(message, { ...headers, accept });
    const response = await answered;
    assert.match(response.headers.get("content-type") ?? "", /event-stream/);
    desk().change({ task: { ...kept, stepsDone: 2, latestStep: "charge" } });
    const wait = desk().waits.length;
    await until("it looks again", () => desk().waits.length > wait);
    await until("it looks once more", () => desk().waits.length > wait + 1);
    desk().change({ status: "succeeded", output: '{"ok":true}' });
    const events = (await eventsOf(response)) as Json[];
    const params = (step: number, name: string) => ({ progressToken: "p", progress: step, message: name });
    assert.deepEqual(
      events.slice(0, -1).map((event) => [event["method"], event["params"]]),
      [
        ["notifications/progress", params(1, "load")],
        ["notifications/progress", params(2, "charge")],
      ],
    );
    assert.equal(textOf(events.at(-1)!["result"] as Json), '{"ok":true}');
  });

  test("nobody hears progress without a token, and a run without steps answers plainly", async () => {
    desk().whenStored = () => desk().change({ status: "succeeded", output: "1" });
    const [message, headers] = modern("tools/call", { name: "slow", arguments: {} }, { progressToken: 1 });
    const quiet = await worker.post(message, { ...headers, accept: "application/json, text/event-stream" });
    assert.match(quiet.headers.get("content-type") ?? "", /json/);
    desk().whenStored = () => desk().change({ status: "running", task: { ...kept, stepsDone: 3, latestStep: "x" } });
    assert.match(textOf(await call(modernVersion, "ship")), /is under way as run/);
  });
});
