import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { mostBodyBytes } from "@ferrule/contract/most-body-bytes.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState } from "../../../testing/deployed.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const bodyOf = (bytes: number) => `{"text":"${"x".repeat(bytes - 11)}"}`;
const headers = { "content-type": "application/json" };

describe("an endpoint that allows large bodies", () => {
  const worker = duringTests(() =>
    startTestWorker({
      functions: [
        { name: "length", code: "length", route: "POST /length" },
        { name: "hold", code: "hold", route: "POST /hold" },
      ],
      behaviours: {
        length: (_call, input) => (input as { text: string }).text.length,
        hold: () => new Promise<number>((resolve) => held.push(() => resolve(1))),
      },
      slotWaitMs: 50,
    }),
  );
  const held: (() => void)[] = [];
  before(async () => {
    const limits = { requestsPerMinute: 1_000_000, maxBodyBytes: mostBodyBytes };
    worker.feed.say(endpointState("http", { limits }));
    await until("the limit is live", async () => (await send("length", 2_000_000)).status === 200);
  });
  const send = (route: string, bytes: number) =>
    worker.fetch(`/http/development/one/api/${route}`, { method: "POST", body: bodyOf(bytes), headers });

  test("takes them up to its limit", async () => {
    const answer = await send("length", mostBodyBytes);
    assert.deepEqual([answer.status, await answer.json()], [200, mostBodyBytes - 11]);
    assert.equal((await send("length", mostBodyBytes + 1)).status, 413);
  });

  test("holds three of the largest of a Project, refuses more before it reads them, and has room for small ones", async () => {
    const three = Array.from({ length: 3 }, () => send("hold", mostBodyBytes));
    await until("three are held", () => held.length === 3);
    const refused = await send("length", mostBodyBytes);
    assert.deepEqual([refused.status, refused.headers.get("x-ferrule-not-started")], [503, "busy"]);
    assert.equal(((await refused.json()) as { error: { code: string } }).error.code, "OVERLOADED");
    assert.equal((await send("length", 100_000)).status, 200);
    for (const end of held) end();
    assert.deepEqual(
      (await Promise.all(three)).map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal((await send("length", mostBodyBytes)).status, 200);
  });
});
