import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestFunction } from "../../../testing/deployed.ts";
import { startTestWorker, type TestWorker } from "../../../testing/test-worker.ts";

const named = (name: string): TestFunction => ({ name, code: `export default () => "${name}";` });
const { signal } = new AbortController();

/** The Function of a run that stays with a deployment of its own. */
const find = (worker: TestWorker, name: string, digest: string) =>
  worker.serving.functionOfRun(
    {
      projectId: "prj_one",
      environment: "development",
      functionId: `fn_${name}`,
      endpointId: null,
      deployment: { id: `dep_${name}`, digest },
    },
    signal,
  );

test("runs load earlier deployments, as many at once as may be, and those that none uses make room", async () => {
  await using worker = await startTestWorker({ functions: [named("now")], earlier: { most: 2, loadMs: 5_000 } });
  const digests = new Map(["a", "b", "c"].map((name) => [name, worker.publish([named(name)])]));
  const use = (name: string) => find(worker, name, digests.get(name) ?? "");
  const [a, b] = [await use("a"), await use("b")];
  assert.ok(a.kind === "found" && b.kind === "found");
  assert.deepEqual([a.deploymentId, a.called.artifact.slug], ["dep_a", "a"]);
  assert.equal(worker.serving.activeDigests().length, 3);
  assert.equal((await use("c")).kind, "away");
  a.release();
  const c = await use("c");
  assert.ok(c.kind === "found");
  assert.ok(!worker.serving.activeDigests().includes(digests.get("a") ?? ""));
  for (const one of [b, c]) one.release();
  const again = await use("a");
  assert.ok(again.kind === "found" && again.called.artifact.slug === "a");
});

test("an earlier deployment that no longer exists holds up nobody, takes no place, and is not waited for", async () => {
  await using worker = await startTestWorker({ functions: [named("now")], earlier: { most: 1, loadMs: 60_000 } });
  const gone = await find(worker, "a", "0".repeat(64));
  assert.deepEqual(gone, { kind: "nothing", reason: "The run's deployment no longer exists." });
  const b = await find(worker, "b", worker.publish([named("b")]));
  assert.equal(b.kind, "found");
  assert.equal(worker.serving.serves(), true);
});

test("an earlier deployment is dropped when no run has used it for a while", async () => {
  await using worker = await startTestWorker({ functions: [named("now")], earlier: { idleMs: 50 } });
  const digest = worker.publish([named("a")]);
  const used = await find(worker, "a", digest);
  assert.ok(used.kind === "found");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(worker.serving.activeDigests().includes(digest));
  used.release();
  for (let tries = 0; worker.serving.activeDigests().includes(digest); tries += 1) {
    assert.ok(tries < 1_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
