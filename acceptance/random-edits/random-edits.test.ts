import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlaneApart } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { History } from "./history.ts";

const plane = duringTests(startTestControlPlaneApart);

const given = process.env["FERRULE_SEED"];
const first = Number(given ?? 1);
const histories = given !== undefined ? 1 : process.env["FERRULE_TEST_LENGTH"] === "full" ? 200 : 5;
const steps = 25;

test(`no edit by two folders and the API is lost (seeds ${first} to ${first + histories - 1})`, async (t) => {
  let [edits, conflicts] = [0, 0];
  for (let seed = first; seed < first + histories; seed += 1) {
    const { id } = await plane.createProject();
    try {
      await using history = await History.begin(await plane.signInAs("owner", id), seed);
      for (let step = 0; step < steps; step += 1) await history.step();
      await history.end();
      edits += history.ledger.edits;
      conflicts += history.ledger.conflicts;
    } catch (error) {
      throw new Error(`seed ${seed}: run this test with FERRULE_SEED=${seed}`, { cause: error });
    }
  }
  t.diagnostic(`${edits} edits in ${histories} histories, ${conflicts} conflicts told`);
  if (histories > 1) assert.ok(conflicts > 0, "the histories have conflicts");
});
