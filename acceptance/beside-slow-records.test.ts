import assert from "node:assert/strict";
import test from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { openProject } from "./deploy.ts";
import { startTestPlatform } from "./platform.ts";

/*
 * The cost to reads of the management API beside writers whose records are slow to check: p50 with and without them, in
 * one run.
 */

const platform = duringTests(() => startTestPlatform({ env: { LOG_LEVEL: "error" } }));

/** Each text is matched against 40 patterns: some 40 ms a record. */
const schema = {
  type: "object",
  properties: {
    texts: {
      type: "array",
      items: {
        anyOf: Array.from({ length: 40 }, (_, n) => ({ type: "string", maxLength: 20, pattern: `^[ab]+${n}$` })),
      },
    },
  },
};
const data = { texts: Array.from({ length: 3_000 }, () => "abababab39") };

async function p50(client: Client, reads: number): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < reads; n += 1) {
    const began = performance.now();
    await client.listFunctions({ query: {} });
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b)[Math.floor(reads / 2)] ?? 0;
}

test("sixteen writers of records that are slow to check, and four previews, leave reads their speed", async (t) => {
  const client = await platform.signInAsOwner();
  await openProject(client);
  const collection = await client.createDataCollection({ body: { name: "notes", schema } });
  const params = { collectionId: collection.id };
  const preview = { ...schema, properties: { ...schema.properties, more: { type: "string" } } };
  const attacks = {
    writers: {
      count: 16,
      run: () => client.createRecord({ params, body: { environment: "development", tenantId: "default", data } }),
    },
    previews: { count: 4, run: () => client.previewDataCollectionVersion({ params, body: { schema: preview } }) },
  };
  await p50(client, 50);
  for (const [name, { count, run }] of Object.entries(attacks)) {
    const alone = await p50(client, 150);
    const ending = new AbortController();
    const outcomes = new Map<string, number>();
    const attackers = Array.from({ length: count }, async () => {
      while (!ending.signal.aborted) {
        const outcome = await run().then(
          () => "done",
          (error: unknown) => (error as { code?: string }).code ?? String(error),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    });
    const beside = await p50(client, 150);
    ending.abort();
    await Promise.all(attackers);
    const said = `${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${JSON.stringify([...outcomes])}`;
    t.diagnostic(`${name}: ${said}`);
    assert.ok(beside < 8 * alone + 20, `${name}: ${said}`);
  }
});
