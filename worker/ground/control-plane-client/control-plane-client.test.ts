import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { test, type TestContext } from "node:test";
import { createControlPlaneClient, type ControlPlaneClient } from "./control-plane-client.ts";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

async function clientOf(t: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    if (!serveProof(request, response, "t")) answer(response);
  });
  const { url, ...served } = await serveHere(server);
  const client = createControlPlaneClient({ url, token: "t", heldSilentMs: 1_500 });
  t.after(async () => {
    await client[Symbol.asyncDispose]();
    await served[Symbol.asyncDispose]();
  });
  return client;
}

const claim = (client: ControlPlaneClient) => client.claimJob({ body: { workerId: "wrk_1", kinds: ["build"] } });
const begin = (response: ServerResponse) => response.writeHead(200).write(" ");

test("an answer that is held for long arrives, as long as something follows its beginning", async (t) => {
  const client = await clientOf(t, (response) => {
    begin(response);
    const timer = setInterval(() => response.write(" "), 300);
    setTimeout(() => {
      clearInterval(timer);
      response.end('{"job":null}');
    }, 4_000);
  });
  assert.deepEqual(await claim(client), { job: null });
});

test("one that falls silent is given up, and so is one that does not begin", async (t) => {
  let begins = true;
  const client = await clientOf(t, (response) => begins && begin(response));
  await assert.rejects(claim(client), { code: "UND_ERR_BODY_TIMEOUT" });
  begins = false;
  await assert.rejects(claim(client), { code: "UND_ERR_HEADERS_TIMEOUT" });
});

const pageOf = (...items: object[]) => JSON.stringify({ epoch: "e1", reset: false, sequence: 2, more: false, items });

test("a kind of state that only a newer control plane knows is passed over, and the rest of its page is heard", async (t) => {
  const [known, unknown] = [
    { key: "revocation:g", sequence: 1, state: { kind: "revocation", id: "g" } },
    { key: "weather:w", sequence: 2, state: { kind: "weather", id: "w" } },
  ];
  const client = await clientOf(t, (response) => response.end(pageOf(known, unknown)));
  const page = await client.listChanges({ query: { since: 0 } });
  assert.deepEqual([page.sequence, page.items], [2, [known]]);
});

test("a page that is asked for at once has the time of a request that is not held", async (t) => {
  const client = await clientOf(t, (response) => setTimeout(() => response.end(pageOf()), 3_000));
  assert.deepEqual((await client.listChanges({ query: { held: "0" } })).items, []);
  await assert.rejects(client.listChanges({ query: {} }), { code: "UND_ERR_HEADERS_TIMEOUT" });
});
