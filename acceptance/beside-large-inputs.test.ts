import assert from "node:assert/strict";
import test from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "./deploy.ts";
import { startTestPlatform } from "./platform.ts";

/*
 * The cost to a quiet Project beside one that sends input that is slow to read, check and mask: p50 with and without
 * it, in one run.
 */

const values = Array.from({ length: 4_000 }, (_, n) => `value-${n}`);
const sources = {
  echo: "/** Echoes. */\nexport default function echo(input: { n: number }): { n: number } { return { n: input.n }; }\n",
  pick: `/** Takes values. */\nexport default function pick(input: { items: (${values.map((one) => `"${one}"`).join(" | ")})[] }): number { return input.items.length; }\n`,
  keep: "/** Takes anything. */\nexport default function keep(input: { all: Record<string, unknown> }): number { return Object.keys(input.all).length; }\n",
  match:
    "/** Takes a text. */\nexport default function match(input: { /** @pattern ^([a-z0-9]{1,40}[.-]?){1,20}x$ */ text: string }): number { return input.text.length; }\n",
} as const;

const attacks = {
  pick: { items: Array.from({ length: 55_000 }, (_, n) => values[n % 4_000]) },
  keep: { all: Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key${n}`, n])) },
  match: { text: "ab0".repeat(900) },
};

const platform = duringTests(() => startTestPlatform({ env: { LOG_LEVEL: "error" } }));

async function offer(client: Client, names: readonly (keyof typeof sources)[]) {
  await openProject(client);
  const endpoint = await createEndpoint(client, "http", "api");
  for (const name of names) {
    const functionId = await createFunction(client, name, sources[name]);
    const body = { functionId, method: "POST" as const, path: `/${name}` };
    await client.createHttpBinding({ params: { endpointId: endpoint.id }, body });
  }
  const key = await issueKey(client, endpoint.id);
  await deploy(client);
  return async (name: string, body: string): Promise<number> => {
    const headers = { "content-type": "application/json", "x-api-key": key };
    const answer = await fetch(`${endpoint.urls.development}/${name}`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
}

test("four callers of what is slow to check leave the calls of another Project their speed", async (t) => {
  const client = await platform.signInAsOwner();
  const quiet = await offer(client, ["echo"]);
  const loud = await offer(client, ["pick", "keep", "match"]);

  const p50 = async (calls: number) => {
    const taken: number[] = [];
    for (let n = 0; n < calls; n += 1) {
      const began = performance.now();
      assert.equal(await quiet("echo", JSON.stringify({ n })), 200);
      taken.push(performance.now() - began);
    }
    return taken.sort((a, b) => a - b)[Math.floor(calls / 2)] ?? 0;
  };
  await p50(100);
  for (const [name, input] of Object.entries(attacks)) {
    const body = JSON.stringify(input);
    const alone = await p50(200);
    const ending = new AbortController();
    let attacked = 0;
    const attackers = Array.from({ length: 4 }, async () => {
      while (!ending.signal.aborted) {
        const status = await loud(name, body);
        assert.ok([200, 400, 503].includes(status), `${name}: ${status}`);
        attacked += 1;
      }
    });
    const beside = await p50(200);
    ending.abort();
    await Promise.all(attackers);
    t.diagnostic(
      `${name}: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${attacked} calls of ${body.length} bytes`,
    );
    assert.ok(attacked > 2, "the attackers were served, too");
    assert.ok(beside < 6 * alone + 20, `${name}: ${alone} ms alone, ${beside} ms beside it`);
  }
});
