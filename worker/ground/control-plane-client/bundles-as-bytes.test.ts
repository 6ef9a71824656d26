import assert from "node:assert/strict";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { listen } from "@ferrule/kit/network/listen.ts";
import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import { createControlPlaneClient } from "./control-plane-client.ts";

test("a bundle comes and goes as bytes", async () => {
  const stored = { digest: "d", code: Buffer.from('"ä"'), sourceMap: Buffer.from("{}") };
  const taken: unknown[] = [];
  const server = createServer((request, response) => {
    if (serveProof(request, response, "t")) return;
    const { method, headers } = request;
    if (method === "PUT") {
      buffer(request).then((body) => {
        taken.push([headers["content-type"], headers["x-code-bytes"], String(body)]);
        response.writeHead(204).end();
      }, assert.fail);
    } else {
      response.writeHead(200, { "content-type": "application/octet-stream", "x-code-bytes": stored.code.length });
      response.end(Buffer.concat([stored.code, stored.sourceMap]));
    }
  });
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  await using client = createControlPlaneClient({ url, token: "t" });
  const { code, sourceMap } = stored;
  for (let again = 0; again < 2; again += 1)
    await client.storeBundle({
      params: { digest: "d" },
      body: { codeBytes: code.length, bytes: Buffer.concat([code, sourceMap]) },
    });
  const put = ["application/octet-stream", "4", '"ä"{}'];
  assert.deepEqual(taken, [put, put]);
  assert.deepEqual(await client.getBundle({ params: { digest: "d" } }), {
    codeBytes: code.length,
    bytes: Buffer.concat([code, sourceMap]),
  });
  server.close();
});
