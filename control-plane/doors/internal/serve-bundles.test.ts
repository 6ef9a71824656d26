import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "./testing/start-scene.ts";

const scene = duringTests(startScene);

const bundleOf = (code: string) => ({ digest: hash("sha256", code), code, sourceMap: "{}" });
const read = async (digests: string[]) => {
  const { body } = await scene.worker().call("POST", "/internal/bundles/read", { digests });
  return (body["bundles"] as { digest: string; code: string }[]).map(({ digest }) => digest);
};

test("bundles come and go many in a message, those that are there alone, and no more than fit", async () => {
  const many = Array.from({ length: 20 }, (_, n) => bundleOf(`// bundle ${n}`));
  const worker = scene.worker();
  for (let again = 0; again < 2; again += 1)
    assert.equal((await worker.call("POST", "/internal/bundles", { bundles: [...many, many[0]] })).status, 204);
  const digests = many.map(({ digest }) => digest);
  assert.deepEqual(await read([...digests, "0".repeat(64)]), digests);
  const large = [0, 1, 2].map((n) => bundleOf(`// ${n}${"x".repeat(3 * 1_048_576)}`));
  await worker.call("POST", "/internal/bundles", { bundles: large });
  assert.deepEqual(await read(large.map(({ digest }) => digest)), [large[0]?.digest]);
});

test("one comes as the bytes of its code and its map, which are text and divided where the code ends", async () => {
  const put = async (digest: string, codeBytes: number | string, body: Uint8Array) => {
    const { status } = await scene.worker().call("PUT", `/internal/bundles/${digest}`, body, {
      "content-type": "application/octet-stream",
      "x-code-bytes": String(codeBytes),
    });
    return status;
  };
  const { digest, code, sourceMap } = bundleOf("// ä bundle in bytes");
  const bytes = Buffer.from(code + sourceMap);
  const { length } = Buffer.from(code);
  const notText = Buffer.concat([Buffer.from(code), Buffer.from([0xff])]);
  const refused: [number | string, Buffer][] = [
    [length + 1, bytes],
    [bytes.length + 1, bytes],
    [-1, bytes],
    ["many", bytes],
    [length, notText],
  ];
  for (const [codeBytes, body] of refused) assert.equal(await put(digest, codeBytes, body), 400, String(codeBytes));
  assert.equal(await put(digest, length, Buffer.concat([bytes, Buffer.alloc(12 * 1_048_576, "x")])), 413);
  assert.deepEqual(await read([digest]), []);
  assert.equal(await put(digest, length, bytes), 204);
  const { internalUrl, settings } = scene.plane;
  const asBytes = await fetch(`${internalUrl}/internal/bundles/${digest}`, {
    headers: { "x-worker-token": settings.workerApiTokens[0] },
  });
  assert.equal(asBytes.headers.get("x-code-bytes"), String(length));
  assert.deepEqual(Buffer.from(await asBytes.arrayBuffer()), bytes);
});

test("one that is not what its digest says is refused, and with it all of its message", async () => {
  const [good, bad] = [bundleOf("// good one"), { ...bundleOf("// bad one"), code: "// another" }];
  const { status } = await scene.worker().call("POST", "/internal/bundles", { bundles: [good, bad] });
  assert.equal(status, 400);
  assert.deepEqual(await read([good.digest, bad.digest]), []);
});
