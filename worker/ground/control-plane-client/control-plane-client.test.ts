import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { test, type TestContext } from "node:test";
import { listen } from "@ferrule/kit/listen.ts";
import { createControlPlaneClient } from "./control-plane-client.ts";

async function clientOf(t: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    if (!serveProof(request, response, "t")) answer(response);
  });
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  const client = createControlPlaneClient({ url, token: "t", heldSilentMs: 1_500 });
  t.after(async () => {
    await client[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  return () => client.claimJob({ body: { workerId: "wrk_1", kinds: ["build"] } });
}

const begin = (response: ServerResponse) => response.writeHead(200).write(" ");

test("an answer that is held for long arrives, as long as something follows its beginning", async (t) => {
  const ask = await clientOf(t, (response) => {
    begin(response);
    const timer = setInterval(() => response.write(" "), 300);
    setTimeout(() => {
      clearInterval(timer);
      response.end('{"job":null}');
    }, 4_000);
  });
  assert.deepEqual(await ask(), { job: null });
});

test("one that falls silent is given up, and so is one that does not begin", async (t) => {
  let begins = true;
  const ask = await clientOf(t, (response) => begins && begin(response));
  await assert.rejects(ask(), { code: "UND_ERR_BODY_TIMEOUT" });
  begins = false;
  await assert.rejects(ask(), { code: "UND_ERR_HEADERS_TIMEOUT" });
});
