import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlaneApart } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";

const plane = duringTests(startTestControlPlaneApart);

const given = process.env["FERRULE_SEED"];
const first = Number(given ?? 1);
const histories = given !== undefined ? 1 : process.env["FERRULE_TEST_LENGTH"] === "full" ? 200 : 5;
const steps = 25;

/** So many histories run at once, each in a Project of its own. */
const atOnce = 4;

/** Plays one history from its beginning to its end. */
async function play(seed: number): Promise<Ledger> {
  const { id } = await plane.createProject();
  try {
    await using history = await History.begin(await plane.signInAs("owner", id), seed);
    for (let step = 0; step < steps; step += 1) await history.step();
    await history.end();
    return history.ledger;
  } catch (error) {
    throw new Error(`seed ${seed}: run this test with FERRULE_SEED=${seed}`, { cause: error });
  }
}

test(`no edit by two folders and the API is lost (seeds ${first} to ${first + histories - 1})`, async (t) => {
  const seeds = Array.from({ length: histories }, (_, at) => first + at);
  const failed: unknown[] = [];
  let [edits, conflicts] = [0, 0];
  const playAll = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      try {
        const ledger = await play(seed);
        edits += ledger.edits;
        conflicts += ledger.conflicts;
      } catch (error) {
        failed.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playAll));
  t.diagnostic(`${edits} edits in ${histories} histories, ${conflicts} conflicts told`);
  if (failed.length > 0)
    throw new AggregateError(
      failed,
      `${failed.length} of ${histories} histories failed: ${failed.map((one) => (one as Error).message).join("; ")}`,
    );
  if (histories > 1) assert.ok(conflicts > 0, "the histories have conflicts");
});
