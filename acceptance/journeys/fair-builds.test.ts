import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createFunction, deploy, keepCalled, openProject, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
/** Each call doubles the inferred type, so only the build's time limit ends it. */
const endless = `declare const f: <A>(a: A) => [A, A];\nexport default () => ${"f(".repeat(60)}1${")".repeat(60)};`;
/** The number of validations and deployments of the other Project meanwhile. */
const rounds = full ? 4 : 2;
const quick = (n: number) => `export default () => ${n};`;

describe("builds of one Project", () => {
  const platform = duringTests(shareTestPlatform);
  const hostile = duringTests(() => ownerOfProject(platform));
  let other: Client;
  let functionId: string;
  before(async () => {
    other = await platform.signInAsOwner();
    await openProject(other);
    functionId = await createFunction(other, "quick", quick(0));
    await keepCalled(other, functionId);
    await deploy(other);
  });

  test(
    "that run to their time limit do not hold up another's deployment, validation or test",
    { timeout: 180_000 },
    async () => {
      const ids: string[] = [];
      for (let n = 0; n < 6; n += 1) {
        const id = await createFunction(hostile, `endless-${n}`, endless);
        await keepCalled(hostile, id);
        ids.push(id);
      }
      const { id } = await hostile.createDeployment({ body: {} });
      const ending = new AbortController();
      const { signal } = ending;
      // Twice as many as there are slots for authors.
      const validations = ids
        .slice(0, 4)
        .map((one) => hostile.validateFunction({ params: { functionId: one }, body: {}, signal }).catch(() => null));
      const took: Record<string, number[]> = { deploy: [], validate: [] };
      const stillBuilding = async () =>
        (await hostile.getDeployment({ params: { projectDeploymentId: id } })).status === "building";
      let beside = 0;
      for (; beside < rounds; beside += 1) {
        await other.updateFunction({ params: { functionId }, body: { source: quick(beside + 1) } });
        let began = performance.now();
        assert.equal((await other.validateFunction({ params: { functionId }, body: {} })).valid, true);
        took["validate"]!.push(performance.now() - began);
        began = performance.now();
        await deploy(other);
        took["deploy"]!.push(performance.now() - began);
        if (!(await stillBuilding())) break;
      }
      assert.ok(beside >= rounds, `the other one is still at it: ${JSON.stringify(took)}`);
      // The first validation and the first deployment may wait for a turn of a second. On a crowded machine, only the
      // counts matter.
      if (full) for (const all of Object.values(took)) assert.ok(Math.max(...all) < 8_000, JSON.stringify(took));
      process.stdout.write(`# ${JSON.stringify(took)}\n`);
      await hostile.cancelDeployment({ params: { projectDeploymentId: id } }).catch(() => null);
      ending.abort();
      await Promise.all(validations);
    },
  );
});
