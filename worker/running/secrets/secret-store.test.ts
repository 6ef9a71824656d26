import assert from "node:assert/strict";
import test from "node:test";
import type { OpenedSecret, SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createSecretStore, type SecretStoreOptions } from "./secret-store.ts";

const request: SecretRequest = {
  projectId: "prj_1",
  environment: "development",
  name: "TOKEN",
  functionId: "fn_1",
  deploymentId: null,
};
const word = (name = "TOKEN", environment = "development") => ({
  reset: false,
  items: [{ key: `secret:prj_1:${environment}:${name}`, sequence: 1, state: null }],
});

/** A store whose control plane responds as the test decides. */
function storeOf(options: Partial<SecretStoreOptions> = {}) {
  const asked: { request: SecretRequest; answer: (value: OpenedSecret) => void; refuse: (error: Error) => void }[] = [];
  const store = createSecretStore({
    log: createLog("worker", "silent"),
    open: (request) =>
      new Promise((resolve, reject) => {
        asked.push({ request, answer: resolve, refuse: reject });
      }),
    ...options,
  });
  return { store, asked };
}
const give = ({ asked }: ReturnType<typeof storeOf>, value: string) =>
  asked.at(-1)?.answer({ version: 1, value, before: [] });

test("a value is asked for once, by however many calls, and then comes from memory", async () => {
  const scene = storeOf();
  const calls = Promise.all(Array.from({ length: 50 }, () => scene.store.get(request)));
  give(scene, "value one");
  assert.deepEqual(new Set(await calls), new Set(["value one"]));
  assert.equal(await scene.store.get(request), "value one");
  assert.equal(scene.asked.length, 1);
});

test("what the feed speaks of is asked for again, and what it does not is not", async () => {
  const scene = storeOf();
  const first = scene.store.get(request);
  give(scene, "value one");
  await first;
  scene.store.heard(word("OTHER"));
  scene.store.heard(word("TOKEN", "production"));
  assert.equal(await scene.store.get(request), "value one");
  scene.store.heard(word());
  const second = scene.store.get(request);
  give(scene, "value two");
  assert.equal(await second, "value two");
  scene.store.heard({ reset: true, items: [] });
  const third = scene.store.get(request);
  give(scene, "value three");
  assert.equal(await third, "value three");
});

test("a value that was on its way when the feed spoke is not given out, and masked all the same", async () => {
  const scene = storeOf();
  const early = scene.store.get(request);
  scene.store.heard(word());
  const late = scene.store.get(request);
  assert.equal(scene.asked.length, 2, "a call after the word does not wait for what was asked before it");
  scene.asked[0]?.answer({ version: 1, value: "value before", before: [] });
  scene.asked[1]?.answer({ version: 2, value: "value after", before: [] });
  assert.equal(await late, "value after");
  scene.asked[2]?.answer({ version: 2, value: "value after", before: [] });
  assert.equal(await early, "value after");
  assert.equal(await scene.store.get(request), "value after");
  assert.equal(scene.store.mask(request)?.text("value before, value after"), "[masked], [masked]");
});

test("a refusal reaches every waiting call and is not kept", async () => {
  const scene = storeOf();
  const calls = [scene.store.get(request), scene.store.get(request)];
  scene.asked[0]?.refuse(new Error("away"));
  for (const call of calls) await assert.rejects(call, /away/);
  const again = scene.store.get(request);
  give(scene, "value one");
  assert.equal(await again, "value one");
});

test("a value in use is asked for again after a while, without anybody waiting or failing for it", async () => {
  const scene = storeOf({ refreshAfterMs: -1 });
  const first = scene.store.get(request);
  give(scene, "value one");
  await first;
  assert.equal(await scene.store.get(request), "value one");
  assert.equal(scene.asked.length, 2);
  scene.asked[1]?.refuse(new Error("away"));
  assert.equal(await scene.store.get(request), "value one");
});

test("a value is masked in its Project and environment alone, and after a rotation for as long as a Function may hold it", async () => {
  const scene = storeOf();
  assert.equal(scene.store.mask(request), null);
  const first = scene.store.get(request);
  give(scene, "value one");
  await first;
  scene.store.heard(word());
  assert.equal(scene.store.mask(request)?.text("value one"), "[masked]");
  assert.equal(scene.store.mask({ ...request, environment: "production" }), null);
  assert.equal(scene.store.mask({ ...request, projectId: "prj_2" }), null);

  const brief = storeOf({ maskedAfterMs: -1 });
  for (const value of ["value one", "value two"]) {
    const next = brief.store.get(request);
    give(brief, value);
    await next;
    brief.store.heard(word());
  }
  assert.equal(brief.store.mask(request)?.text("value one") ?? "value one", "value one");
});

test("what the control plane says a secret was before is masked until its time, and never given out", async () => {
  const scene = storeOf();
  const first = scene.store.get(request);
  const maskedUntil = Date.now() + 60_000;
  scene.asked[0]?.answer({ version: 2, value: "value two", before: [{ value: "value one", maskedUntil }] });
  assert.equal(await first, "value two");
  assert.equal(scene.store.mask(request)?.text("value one, value two"), "[masked], [masked]");
  scene.store.heard({ reset: true, items: [] });
  assert.equal(scene.store.mask(request)?.text("value one, value two"), "[masked], [masked]");
});

test("a value that is learned is masked before any call is given it, and the first call tells that it is used", async () => {
  const purposes: unknown[] = [];
  const { store } = storeOf({
    open: async (_request, purpose) => {
      purposes.push(purpose);
      return { version: 1, value: "value one", before: [] };
    },
  });
  await store.learn(request);
  assert.equal(store.mask(request)?.text("value one"), "[masked]");
  await store.learn(request);
  assert.equal(await store.get(request), "value one");
  assert.deepEqual(purposes, ["mask", undefined]);
  store.heard(word());
  await store.learn(request);
  assert.deepEqual(purposes, ["mask", undefined, "mask"]);
});

test("what is masked beside secrets is masked in its place alone", () => {
  const { store } = storeOf();
  store.alsoMask(request, "p@ss-Word");
  assert.equal(store.mask(request)?.text("x p@ss-Word y"), "x [masked] y");
  assert.equal(store.mask({ ...request, environment: "production" }), null);
});
