import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { runModes, startedModes, type RunMode } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { deployed } from "../../testing/released.ts";
import { startRunsIn } from "../runs/start-runs.ts";
import { startRunScene } from "../runs/testing/start-run-scene.ts";

const given = duringTests(() => startRunScene());
const worker = () => given.scene.worker();

/** Stores a delivery and a cron run in the author's Project. */
async function storeOthers(author: Author): Promise<void> {
  const { client, projectId } = author;
  const functionId = await author.addFunction("plain");
  const endpointId = await author.addEndpoint("hooks", "http");
  const derived = { inputSchema: { type: "object" }, outputSchema: null, description: "Reports." };
  await deployed(given.scene, author, () => ({ derived }));
  const { id } = await client.createCronBinding({ body: { functionId, schedule: "0 0 1 1 *" } });
  await client.runCronBinding({ params: { cronBindingId: id } });
  const request = { method: "POST", path: "/", query: "", headers: {}, url: "http://x/", body: "" };
  const delivery = {
    id: identifier("dlv"),
    projectId,
    environment: "development",
    endpointId,
    bindingId: identifier("htb"),
    functionId,
    route: "POST /",
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: identifier("req"),
    deliveryKey: null,
    fingerprint: projectId.replaceAll(/[^0-9a-f]/g, "").padStart(64, "0"),
    rememberSeconds: 60,
    maxAttempts: 1,
    backoffMs: 0,
    horizonSeconds: 3_600,
    receivedAt: Date.now(),
    size: 0,
    request: JSON.stringify(request),
  };
  const { status, body } = await worker().ask("storeDeliveries", { deliveries: [delivery] });
  assert.equal(status, 200, JSON.stringify(body));
}

async function claim(modes: readonly RunMode[], max: number): Promise<RunAttempt[]> {
  const by = worker();
  const { body } = await by.ask("claimRuns", { workerId: by.id, max, modes, holding: [] });
  return body["attempts"] as RunAttempt[];
}

test("1,000 runs of a Project delay no delivery and no cron run, neither of another Project nor of its own", async () => {
  const { scene, author } = given;
  const other = await startAuthor(scene);
  await scene.app.store.inProject(author.projectId, (scope) =>
    startRunsIn(
      scene.app,
      scope,
      Array.from({ length: 1_000 }, () => given.of({ priority: 100 })),
    ),
  );
  for (const one of [author, other]) await storeOthers(one);
  const first = await claim(runModes, 16);
  const told = first.filter(({ mode }) => mode !== "durable").map(({ projectId, mode }) => `${projectId} ${mode}`);
  const expected = [author, other].flatMap(({ projectId }) => [`${projectId} cron`, `${projectId} delivery`]);
  assert.deepEqual(told.toSorted(), expected.toSorted());
  assert.deepEqual(await claim(["cron", "delivery"], 16), [], "of the modes that a worker asks for, and of no other");
  assert.equal((await claim(startedModes, 16)).length, 16);
});

test("a worker of the release before, which names no modes, gets only those that it knows", async () => {
  const by = worker();
  const { body } = await by.ask("claimRuns", { workerId: by.id, max: 100, holding: [] });
  const attempts = body["attempts"] as RunAttempt[];
  assert.deepEqual([...new Set(attempts.map(({ mode }) => mode))], ["durable"]);
  const [attempt] = attempts;
  const ended = { end: "succeeded", output: "1", shownOutput: "1", error: null, waits: [] };
  const told = { workerId: by.id, attempt: attempt?.attempt, ...ended };
  assert.equal((await by.ask("completeRun", told, attempt?.runId)).status, 204);
});
