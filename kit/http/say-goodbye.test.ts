import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { listen } from "../network/listen.ts";
import { sayGoodbye } from "./say-goodbye.ts";

async function startServer(t: TestContext) {
  const server = createServer((_request, response) => response.end("here"));
  const port = await listen(server, 0, "127.0.0.1");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const ask = async (): Promise<string> => {
    const [answer] = (await once(get({ port, host: "127.0.0.1", agent }), "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    return answer.headers.connection ?? "";
  };
  return { server, ask };
}

test("who asks meanwhile is told that the connection ends; it ends when nobody asks any more", async (t) => {
  const { server, ask } = await startServer(t);
  assert.equal(await ask(), "keep-alive");
  const quietMs = 200;
  const began = performance.now();
  const asked: { began: number; ended: number; told: string }[] = [];
  const goodbye = sayGoodbye(server, { quietMs, mostMs: 60_000 }).then(() => performance.now());
  for (let n = 0; n < 8; n += 1) {
    const one = { began: performance.now(), told: await ask() };
    asked.push({ ...one, ended: performance.now() });
    await delay(50);
  }
  const endedAt = await goodbye;
  // On a busy machine, two requests may be this far apart.
  const meanwhile = asked.filter(({ ended }) => ended < endedAt);
  for (const { told } of meanwhile) assert.equal(told, "close");
  assert.ok(endedAt - (meanwhile.at(-1)?.began ?? began) >= quietMs - 1, "not while somebody asks");
});

test("it ends at once when nobody is connected, and when its time is over", async (t) => {
  const { server, ask } = await startServer(t);
  const began = performance.now();
  await sayGoodbye(server, { quietMs: 60_000 });
  await ask();
  await sayGoodbye(server, { quietMs: 60_000, mostMs: 100 });
  assert.ok(performance.now() - began < 30_000);
});
