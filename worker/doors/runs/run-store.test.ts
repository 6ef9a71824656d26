import assert from "node:assert/strict";
import { test } from "node:test";
import { runBatch, type NewRun, type StartedRun } from "@ferrule/contract/internal/runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { createRunStore } from "./run-store.ts";

const log = createLog("worker", "silent");
const runOf = (id: string, input = "{}"): NewRun => ({
  id,
  environment: "development",
  functionId: "fn_one",
  mode: "durable",
  source: "http",
  endpointId: "ep_one",
  bindingId: "htb_one",
  deploymentId: "dep_one",
  tenantId: "acme",
  caller: { kind: "anonymous", id: null, name: null },
  requestId: `req_${id}`,
  key: null,
  concurrencyKey: null,
  delayMs: 0,
  priority: 0,
  deadlineSeconds: 60,
  onRelease: "stay",
  concurrency: null,
  rate: null,
  input,
  shownInput: "{}",
  approval: null,
  trace: null,
});
const started = ({ id }: NewRun): StartedRun => ({ asked: id, id, outcome: "started", approvalId: null });

/** A control plane that answers each batch with `answer`. */
function storeWith(answer: (runs: readonly NewRun[], message: number) => readonly StartedRun[]) {
  const messages: { projectId: string; ids: string[] }[] = [];
  const startRuns = (async ({ body }) => {
    const { projectId, runs } = runBatch.parse(body);
    messages.push({ projectId, ids: runs.map(({ id }) => id) });
    return { results: [...answer(runs, messages.length)] };
  }) as ControlPlaneClient["startRuns"];
  return { messages, store: createRunStore({ client: { startRuns }, log }) };
}

test("runs that start at once gather into batches, each of one Project, and each gets its own result", async () => {
  const { messages, store } = storeWith((runs) => runs.map(started).toReversed());
  const ids = Array.from({ length: 500 }, (_, at) => `run_${at}`);
  const results = await Promise.all(ids.map((id, at) => store.start(`prj_${at % 2}`, runOf(id))));
  assert.deepEqual(
    results.map((one) => one?.id),
    ids,
  );
  assert.ok(messages.length <= 12, `${messages.length} messages`);
  for (const { projectId, ids: sent } of messages) {
    assert.ok(sent.length <= 100);
    for (const id of sent) assert.equal(`prj_${Number(id.slice(4)) % 2}`, projectId);
  }
  const all = messages.flatMap(({ ids: sent }) => sent);
  assert.equal(new Set(all).size, all.length);
});

test("a batch is no longer than the control plane accepts, and a single larger run goes alone", async () => {
  const { messages, store } = storeWith((runs) => runs.map(started));
  const large = `"${"x".repeat(1_000_000)}"`;
  await Promise.all(Array.from({ length: 20 }, (_, at) => store.start("prj_one", runOf(`run_${at}`, large))));
  for (const { ids } of messages) assert.ok(ids.length <= 4, `${ids.length} of a million characters`);
});

test("a message whose answer is lost is repeated with the same ids", async () => {
  const { messages, store } = storeWith((runs, message) => {
    if (message <= 2) throw new Error("the connection was lost");
    return runs.map(started);
  });
  assert.equal((await store.start("prj_one", runOf("run_a")))?.outcome, "started");
  assert.deepEqual(
    messages.map(({ ids }) => ids),
    [["run_a"], ["run_a"], ["run_a"]],
  );
});

test("a refusal is final, and a run that is not answered is unknown", async () => {
  const refusing = storeWith(() => {
    throw new ControlPlaneRefusal("POST", "/internal/runs", 400, "VALIDATION_ERROR");
  });
  assert.equal(await refusing.store.start("prj_one", runOf("run_a")), null);
  assert.equal(refusing.messages.length, 1);
  const forgetful = storeWith(() => []);
  assert.equal(await forgetful.store.start("prj_one", runOf("run_a")), null);
});

test("runs beyond what may wait are unknown at once, and those before are kept", async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const startRuns = (async ({ body }) => {
    await answered;
    return { results: runBatch.parse(body).runs.map(started) };
  }) as ControlPlaneClient["startRuns"];
  const store = createRunStore({ client: { startRuns }, log });
  const large = `"${"x".repeat(1_000_000)}"`;
  const all = Array.from({ length: 80 }, (_, at) => store.start("prj_one", runOf(`run_${at}`, large)));
  assert.equal(await all.at(-1), null);
  answer();
  const outcomes = await Promise.all(all);
  assert.equal(outcomes.filter((one) => one?.outcome === "started").length, 67);
  assert.equal((await store.start("prj_one", runOf("run_z")))?.outcome, "started");
});
